import type { AccountFrame } from '../account/layout.tsx'
import { Technical } from '../layout.tsx'

/** Whose account it is about: in a browser that somebody else prepared, it would be theirs. */
export const SignedInAs = ({ frame }: { frame: AccountFrame }) => (
  <p class="quiet">
    {frame.words.account.intro} <Technical>{frame.address}</Technical>
  </p>
)
