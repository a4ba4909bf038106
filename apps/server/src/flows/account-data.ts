import { clientsOfSession } from '../store/grants.ts'
import { deletePerson, exportPerson, findSoleOwnerships, LastOwner, type SoleOwnership } from '../store/people.ts'
import { findSessions } from '../store/sessions.ts'
import type { Here } from './account.ts'
import { record } from './audit.ts'
import type { Deps } from './deps.ts'
import { notify } from './notices.ts'
import { queueLogout } from './outbox.ts'
import type { Visitor } from './sessions.ts'

export type { SoleOwnership } from '../store/people.ts'

/** Everything held about a person, as one object (GDPR article 20). Secrets are digests and stay where they are. */
export async function exportData(deps: Deps, { person }: Here, visitor: Visitor): Promise<Record<string, unknown>> {
  const data = await exportPerson(deps.db, person.id)
  await record(
    deps,
    { kind: 'user', id: person.id, network: visitor.network },
    { action: 'user.exported', target: ['user', person.id] },
  )
  await notify(deps, person, visitor, 'data-exported', '')
  return { exportedAt: deps.now().toISOString(), issuer: deps.config.issuer, subject: person.id, ...data }
}

/** The organizations that would have no owner without this person, with those who could be the next. */
export const soleOwnerships = (deps: Deps, { person }: Here): Promise<SoleOwnership[]> =>
  findSoleOwnerships(deps.db, person.id)

/**
 * Deletes a person with everything that is theirs. An organization of which they are the only owner goes to the
 * successor that was named, or ends with them when nobody else is in it. Returns the organizations that still need one.
 */
export async function deleteAccount(
  deps: Deps,
  { person }: Here,
  successors: ReadonlyMap<string, string>,
  visitor: Visitor,
): Promise<SoleOwnership[]> {
  const now = deps.now()
  const sessions = await findSessions(deps.db, person.id, new Date(0), now)
  const clients = await Promise.all(
    sessions.map(async ({ id }) => ({ id, clients: await clientsOfSession(deps.db, person.id, id) })),
  )
  let addresses: string[]
  try {
    addresses = await deletePerson(deps.db, person.id, successors)
  } catch (error) {
    if (error instanceof LastOwner) return findSoleOwnerships(deps.db, person.id)
    throw error
  }
  await record(
    deps,
    { kind: 'user', id: person.id, network: visitor.network },
    { action: 'user.deleted', target: ['user', person.id] },
  )
  for (const { id, clients: told } of clients)
    for (const clientId of told) await queueLogout(deps, { clientId, userId: person.id, sessionId: id })
  await notify(deps, person, visitor, 'account-deleted', '', addresses)
  return []
}
