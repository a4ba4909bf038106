import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import { findOrganization } from '../../../store/prisma/organizations/organizations.ts'
import type { AttemptRequest } from '../../federation/upstream/attempt.ts'
import { firstPartyClientId } from '../../platform/clients/first-party-client.ts'
import type { Deps } from '../../platform/deps.ts'
import type { OpenInteraction } from '../interactions.ts'

/**
 * What is asked of a provider: how long ago somebody may have authenticated, and who is expected. The session length of an
 * organization counts from there, so it is asked for too: a session there that is older would lead to the same page again. A
 * provider that does not say when it was is believed, unless a client asked.
 */
export async function upstreamRequestOf(
  deps: Deps,
  { interaction: { email, request } }: Pick<OpenInteraction, 'interaction'>,
  connection: ConnectionRecord | null,
): Promise<AttemptRequest> {
  const organization = connection && (await findOrganization(deps.db, connection.organizationId))
  const ages = [request.maxAge, organization?.sessionMax].filter((age) => age != null)
  const promptLogin = request.prompt.includes('login')
  return {
    maxAge: ages.length > 0 ? Math.min(...ages) : undefined,
    promptLogin,
    mustSayWhen: request.clientId !== firstPartyClientId && (promptLogin || request.maxAge !== undefined),
    loginHint: email ?? request.loginHint,
  }
}
