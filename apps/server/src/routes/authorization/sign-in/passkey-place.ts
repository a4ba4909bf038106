import { relyingParty } from '../../../flows/identity/passkeys/relying-party.ts'
import type { PasskeyPlace } from '../../../pages/authorization/passkeys.tsx'
import type { PageContext } from '../../page-context.ts'
import { type InteractionPage, signInPath } from '../interaction-page.ts'

/** Whether people can have passkeys here: not where the issuer's host is an IP address. */
export const offersPasskeys = ({ deps }: PageContext): boolean => relyingParty(deps) !== null

/** Where a page of sign-in asks for a passkey, and what went wrong with the last attempt. */
export const passkeyPlace = (
  current: InteractionPage,
  problem?: string,
  unknown: PasskeyPlace['unknown'] = null,
): PasskeyPlace => ({
  options: signInPath(current, '/passkey/options'),
  action: signInPath(current, '/passkey'),
  problem: problem && current.frame.words.problems[problem],
  unknown,
})
