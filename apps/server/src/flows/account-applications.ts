import { deleteConsents, findAllConsents } from '../store/consents.ts'
import { findLiveGrantsOf, revokeGrantsOf } from '../store/grants.ts'
import type { Here } from './account.ts'
import { record } from './audit.ts'
import type { Deps } from './deps.ts'

export interface ShownApplication {
  clientId: string
  name: string
  logoUri: string | null
  /** What it may see, in scopes. */
  scope: string[]
  since: Date
}

/** The applications that hold tokens of a person or may ask for them without a question. */
export async function applicationsOf(deps: Deps, { person }: Here): Promise<ShownApplication[]> {
  const [grants, consents] = await Promise.all([
    findLiveGrantsOf(deps.db, person.id, deps.now()),
    findAllConsents(deps.db, person.id),
  ])
  const found = new Map<string, ShownApplication>()
  for (const { clientId, scope, since } of [...grants, ...consents]) {
    const client = deps.config.clients.get(clientId)
    const one = found.get(clientId)
    found.set(clientId, {
      clientId,
      name: client?.name ?? clientId,
      logoUri: client?.logoUri ?? null,
      scope: [...new Set([...(one?.scope ?? []), ...scope])],
      since: one && one.since < since ? one.since : since,
    })
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Ends everything an application was allowed: consent and tokens. */
export async function revokeApplication(
  deps: Deps,
  { person }: Here,
  clientId: string,
  network: string,
): Promise<void> {
  await deleteConsents(deps.db, person.id, clientId)
  await revokeGrantsOf(deps.db, person.id, clientId, deps.now())
  const actor = { kind: 'user', id: person.id, network } as const
  await record(deps, actor, { action: 'grant.revoked', target: ['client', clientId] })
}
