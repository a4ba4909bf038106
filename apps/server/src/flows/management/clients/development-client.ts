import { isLoopback } from '../../../config/environment.ts'
import type { Client } from '../../../oidc/clients.ts'
import { system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { changedMembers, checkMetadata, InvalidClientMetadata } from './client-metadata.ts'
import { createClient } from './clients.ts'

/** Clients that this flow has made have ids that begin with this. */
export const developmentClientPrefix = 'local-'

/** A developer has a handful of applications; more would be a mistake or a flood. */
export const maxDevelopmentClients = 20

export interface DevelopmentClient {
  id: string
  /** False for a client that was there before. */
  created: boolean
}

/**
 * The client for an application that a developer runs beside their development server: a public one, which has no secret that
 * could be handed out. It may sign people in at this machine, and nothing else. The example client serves where it exists, and
 * the same application gets the same client again.
 * @throws InvalidClientMetadata, OperationRefused too-many
 */
export async function findOrCreateDevelopmentClient(
  deps: Deps,
  application: { name: string; origin: string },
): Promise<DevelopmentClient> {
  const metadata = metadataOf(application)
  await deps.clients.refresh()
  const { exampleClientId } = deps.clients
  if (exampleClientId !== null) return { id: exampleClientId, created: false }
  const { client, metadata: wanted } = checkMetadata(deps, developmentClientPrefix, metadata, [])
  const made = [...deps.clients.allStored()].filter(
    // Neither disabled nor deleted.
    ({ record: { id } }) => id.startsWith(developmentClientPrefix) && deps.clients.has(id),
  )
  const same = made.find((stored) => changedMembers(stored.metadata, wanted).length === 0)
  if (same) return { id: same.record.id, created: false }
  if (made.length >= maxDevelopmentClients) throw new OperationRefused('too-many')
  const id = freeId(deps, client)
  await createClient(deps, { actor: system, apiScopes: [] }, metadata, id)
  return { id, created: true }
}

function metadataOf({ name, origin }: { name: string; origin: string }) {
  const address = URL.canParse(origin) ? new URL(origin) : null
  if (address?.origin !== origin || address.protocol !== 'http:' || !isLoopback(address.hostname))
    throw new InvalidClientMetadata([
      { member: 'redirect_uris', fault: 'the origin must be on this machine, such as http://localhost:3000' },
    ])
  return {
    client_name: name,
    redirect_uris: [`${origin}/auth/callback`],
    post_logout_redirect_uris: [`${origin}/`],
    initiate_login_uri: `${origin}/auth/login`,
    scope: 'openid profile email organization organizations team offline_access',
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  }
}

/** A name that its developer recognizes among the variables: `local-my-app`. */
function freeId(deps: Deps, { name }: Client): string {
  const word = name
    .toLowerCase()
    .slice(0, 40)
    .replaceAll(/[^a-z0-9]/g, '-')
  const base = `${developmentClientPrefix}${word}`
  const isTaken = (id: string) => deps.clients.findStored(id) !== undefined || deps.clients.configured.has(id)
  let id = base
  for (let number = 2; isTaken(id); number++) id = `${base}-${number}`
  return id
}
