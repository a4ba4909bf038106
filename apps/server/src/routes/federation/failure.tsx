import type { Context } from 'hono'
import type { FailedArrival } from '../../flows/authorization/federation/arrival.ts'
import { page } from '../../http/responses.ts'
import { type FederationReason, isConnectionFault } from '../../oidc/federation/reasons.ts'
import { ErrorPage } from '../../pages/error.tsx'
import type { Words } from '../../words/index.ts'
import type { PageContext } from '../page-context.ts'

/** What a person is told who could not be signed in: never what exactly was wrong, but a reference by which others see it. */
export const signInFailureText = (reason: FederationReason, { signInFailure, error, problems }: Words): string => {
  const texts: Partial<Record<FederationReason, string>> = {
    expired: error.startAgain['not-found'],
    replayed: error.startAgain['not-found'],
    'response-invalid': error.startAgain['not-found'],
    'other-browser': error.startAgain['other-browser'],
    'connection-off': signInFailure.off,
    'outside-domain': signInFailure.outsideDomain,
    'hosted-domain': signInFailure.outsideDomain,
    'not-provisioned': signInFailure.notProvisioned,
    'other-subject': signInFailure.notProvisioned,
    'email-missing': signInFailure.noAddress,
    'upstream-refused': signInFailure.refused,
    'company-sign-in': problems['company-sign-in'],
    'account-disabled': problems['not-allowed'],
    'sign-up-closed': problems['not-allowed'],
    'address-taken': problems['not-allowed'],
    'identity-taken': problems['not-allowed'],
  }
  return texts[reason] ?? signInFailure.fault
}

/** The page of a sign-in at an identity provider that failed, with the way back to where it began. */
export function failurePage(
  context: PageContext,
  c: Context,
  { reason, reference, handle }: Omit<FailedArrival, 'kind'>,
): Promise<Response> {
  const frame = context.frame(c)
  const shown = reference === null ? {} : { reference }
  const back = handle === null ? null : `${context.base}/sign-in/${handle}`
  const text = signInFailureText(reason, frame.words)
  return page(<ErrorPage frame={frame} title={frame.words.signInFailure.title} text={text} back={back} {...shown} />, {
    status: isConnectionFault(reason) ? 502 : 400,
  })
}
