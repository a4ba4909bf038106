import type { Client } from '../../../oidc/clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import { evaluationScope } from '../../../oidc/scopes.ts'
import type { Deps } from '../../platform/deps.ts'
import { second } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { organizationOf } from '../access-tokens.ts'
import { evaluationAudience } from '../api-audience.ts'
import { type PresentedToken, verifyClientToken } from '../dpop/presented-tokens.ts'

/** Requests of one client, however many evaluations each has. */
const perClient = [{ count: 300, window: second }]

/** Whether there is something that could be asked about: where nothing is declared, there is no such endpoint. */
export const offersEvaluation = ({ permissions, resources }: Pick<Deps, 'permissions' | 'resources'>): boolean =>
  permissions.application.length > 0 || [...resources.all()].some((resource) => resource.permissions)

/** A client that asks. */
export interface Evaluator {
  client: Client
  /** The organization that its token is limited to. */
  organizationId: string | null
}

/** Who asks, by a token of its own for this API. @throws OAuthError invalid_token or insufficient_scope */
export async function authorizedEvaluator(deps: Deps, token: PresentedToken): Promise<Evaluator> {
  const claims = await verifyClientToken(deps, token, evaluationAudience(deps.config))
  const client = claims && deps.clients.find(claims.clientId)
  if (!claims || !client)
    throw new OAuthError('invalid_token', 'the access token is unknown, has expired, or is not for this API')
  if (!claims.scope.includes(evaluationScope))
    throw new OAuthError('insufficient_scope', `this needs the scope ${evaluationScope}`)
  await enforceLimit(deps, `evaluations:${client.id}`, perClient)
  return { client, organizationId: organizationOf(claims) }
}
