import { findLiveGrantsOf } from '../../store/beyond-prisma/grants.ts'
import { findAllConsents } from '../../store/prisma/consents.ts'
import { revokeClientAccess } from '../identity/sign-out.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

export interface ShownApplication {
  clientId: string
  name: string
  logoUri: string | null
  /** What it may see, in scopes. */
  scope: string[]
  since: Date
}

export const ownApplications = (deps: Deps, { person }: SignedIn): Promise<ShownApplication[]> =>
  applicationsOf(deps, person.id)

/** The applications that hold a person's tokens, or have their consent. */
export async function applicationsOf(deps: Deps, userId: string): Promise<ShownApplication[]> {
  const [grants, consents] = await Promise.all([
    findLiveGrantsOf(deps.db, userId, deps.now()),
    findAllConsents(deps.db, userId),
  ])
  const applications = new Map<string, ShownApplication>()
  for (const { clientId, scope, since } of [...grants, ...consents]) {
    const client = deps.clients.findEvenDisabled(clientId)
    const listed = applications.get(clientId)
    applications.set(clientId, {
      clientId,
      name: client?.name ?? clientId,
      logoUri: client?.logoUri ?? null,
      scope: [...new Set([...(listed?.scope ?? []), ...scope])],
      since: listed && listed.since < since ? listed.since : since,
    })
  }
  return [...applications.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Revokes everything an application was allowed: consent, codes and tokens. */
export async function revokeApplication(
  deps: Deps,
  { person }: SignedIn,
  clientId: string,
  network: string,
): Promise<void> {
  const actor = userActor(person.id, network)
  await inTransaction(deps, (tx) => revokeClientAccess(deps, tx, actor, person.id, clientId))
}
