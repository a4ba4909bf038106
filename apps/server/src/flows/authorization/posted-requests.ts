import { digest, newSecret } from '../../crypto/random.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import { bindInteraction, completeInteraction, findInteraction } from '../../store/hot/interactions.ts'
import { currentSession } from '../identity/sessions.ts'
import { findClient } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { answerAsImpersonated } from './impersonated-requests.ts'
import { InteractionExpired, proceed, storeInteraction } from './interactions.ts'
import type { Outcome } from './outcomes.ts'

/** Stores a request from a cross-site POST, with which browsers don't send our cookies. A GET with the handle continues. */
export const storePosted = (deps: Deps, request: AuthorizationRequest): Promise<string> =>
  storeInteraction(deps, request, { browserDigest: '', userId: null })

/** Continues a posted request, in the browser that now sends its cookies. */
export async function resumePosted(deps: Deps, handle: string, visitor: Visitor): Promise<Outcome> {
  const interaction = await findInteraction(deps.db, digest(handle), deps.now())
  const clientId = interaction?.request.clientId ?? ''
  const client = interaction && (findClient(deps, clientId) ?? (await deps.clients.lookUpElsewhere(clientId, 'token')))
  if (!interaction || !client) throw new InteractionExpired('not-found')
  const session = await currentSession(deps, visitor.sessionCookie)
  const flowCookie = visitor.flowCookie ?? newSecret()
  if (!(await bindInteraction(deps.db, interaction.id, digest(flowCookie), session?.userId ?? null)))
    throw new InteractionExpired('other-browser', client)
  if (visitor.impersonationCookie !== undefined) {
    const outcome = await answerAsImpersonated(deps, interaction.request, client, visitor)
    if (outcome && (await completeInteraction(deps.db, interaction.id, deps.now()))) return outcome
  }
  return proceed(deps, handle, { ...visitor, flowCookie })
}
