import {
  markConnectionFailing,
  noteConnectionFailure,
} from '../../store/beyond-prisma/federation/federation-attempts.ts'
import { findConnection } from '../../store/prisma/federation/connections.ts'
import { changeLockedOrganization } from '../organizations/changes.ts'
import { system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { notifyOwners } from './owner-notices.ts'

/** Counts a sign-in that failed by the fault of a connection, and tells the owners if it has become `failing`. */
export async function noteFailure(deps: Deps, connectionId: string): Promise<void> {
  if (await noteConnectionFailure(deps.db, failureOf(deps, connectionId))) await tellFailing(deps, connectionId)
}

const failureOf = ({ now }: Pick<Deps, 'now'>, id: string) => ({
  ...{ id, now: now() },
  noSuccessSince: new Date(now().getTime() - day),
})

/** Tells all owners, once: until a sign-in succeeds, which makes the connection `active` again. */
export async function tellFailing(deps: Deps, connectionId: string): Promise<void> {
  const connection = await findConnection(deps.db, connectionId)
  if (!connection) return
  const { organizationId, name } = connection
  await changeLockedOrganization(deps, system, organizationId, 'connection.failing', async (change) => {
    const { tx, organization, record } = change
    if (!(await markConnectionFailing(tx, failureOf(deps, connectionId)))) return tx.takeBack(undefined)
    await record(['connection', connectionId], { name })
    await notifyOwners(deps, tx, organization, { news: 'failing', actor: system, name })
  })
}
