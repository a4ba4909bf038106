import type { ReturnAddress } from '../../oidc/authorization-request.ts'
import type { ResponseMembers } from '../../oidc/authorization-response.ts'
import type { OAuthError } from '../../oidc/errors.ts'
import type { Step } from '../../oidc/next-step.ts'
import { firstPartyClientId } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'

/** What an authorization request leads to: an answer for the client, or a page of ours. */
export type Outcome =
  | {
      kind: 'answer'
      to: Pick<ReturnAddress, 'redirectUri' | 'mode'>
      members: ResponseMembers
      /** The browser forgets that its operator acts as somebody else. */
      endsImpersonation?: boolean
    }
  | { kind: 'step'; handle: string; step: Step; flowCookie: string }
  /** Back to one of our own pages. */
  | { kind: 'home'; path: string }

/** An error response (RFC 6749 section 4.1.2.1) with `iss` (RFC 9207). */
export const errorResponse = (
  { config }: Pick<Deps, 'config'>,
  to: { clientId?: string; redirectUri: string; mode: ReturnAddress['mode']; state?: string | undefined },
  error: OAuthError,
): Outcome =>
  to.clientId === firstPartyClientId
    ? { kind: 'home', path: to.redirectUri }
    : {
        kind: 'answer',
        to,
        members: { error: error.code, error_description: error.description, state: to.state, iss: config.issuer },
      }
