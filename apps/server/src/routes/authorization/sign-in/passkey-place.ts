import { relyingParty } from '../../../flows/identity/passkeys/relying-party.ts'
import type { Problem } from '../../../flows/platform/operation-refused.ts'
import type { PasskeyFormTarget } from '../../../pages/authorization/passkey-form.tsx'
import type { PageContext } from '../../page-context.ts'
import { type InteractionPage, signInPath } from '../interaction-page.ts'

/** Whether passkeys are supported: not if the host of the issuer is an IP address. */
export const offersPasskeys = ({ deps }: PageContext): boolean => relyingParty(deps) !== null

/** The addresses of the passkey form of sign-in, and what went wrong with the last attempt. */
export const passkeyPlace = (
  current: InteractionPage,
  problem?: Problem,
  unknown: PasskeyFormTarget['unknown'] = null,
): PasskeyFormTarget => ({
  options: signInPath(current, '/passkey/options'),
  action: signInPath(current, '/passkey'),
  problem: problem && current.frame.words.problems[problem],
  unknown,
})
