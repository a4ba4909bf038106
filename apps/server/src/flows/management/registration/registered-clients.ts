import type { Client } from '../../../oidc/clients.ts'
import type { RegistrationMetadata } from '../../../oidc/dynamic-clients/registration.ts'
import { deleteRegisteredClient } from '../../../store/beyond-prisma/registered-clients.ts'
import { findRegisteredClient } from '../../../store/hot/registered-clients.ts'
import {
  listRegisteredClients as listRecords,
  updateRegisteredClient,
} from '../../../store/prisma/clients/registered-clients.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { ChangeAction } from '../../platform/audit-actions.ts'
import { type RegisteredClientRecord, registeredClient } from '../../platform/clients/registered-client.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type ClientManager, requireRightsOver } from '../clients/client-managers.ts'
import { recordingRefusal } from '../managers.ts'

/** A client that registered itself, as those who manage it see it. */
export interface ManagedRegistration {
  client: Client
  metadata: RegistrationMetadata
  record: RegisteredClientRecord
}

const toRegistration = (deps: Deps, record: RegisteredClientRecord): ManagedRegistration => ({
  client: registeredClient(deps, record),
  metadata: JSON.parse(record.metadata) as RegistrationMetadata,
  record,
})

/** A page of the clients that registered themselves, newest first. */
export async function listRegisteredClients(
  deps: Deps,
  manager: ClientManager,
  page: { before: string | null; limit: number },
): Promise<ManagedRegistration[]> {
  requireRightsOver(manager)
  return (await listRecords(deps.db, page)).map((record) => toRegistration(deps, record))
}

/** @throws OperationRefused not-found */
export async function getRegisteredClient(
  deps: Deps,
  manager: ClientManager,
  id: string,
): Promise<ManagedRegistration> {
  requireRightsOver(manager)
  const record = await findRegisteredClient(deps.db, id)
  if (!record) throw new OperationRefused('not-found')
  return toRegistration(deps, record)
}

/** What can be changed of a client that registered itself. The rest is what it said of itself. */
export interface RegisteredClientChange {
  disabled?: boolean | undefined
  /** The operator vouches for it. */
  listed?: boolean | undefined
}

/** Disables a client, or vouches for it, or takes that back. */
export const changeRegisteredClient = (
  deps: Deps,
  manager: ClientManager,
  id: string,
  { disabled, listed }: RegisteredClientChange,
): Promise<void> => {
  const action = disabled === undefined ? 'client.listed' : 'client.disabled'
  return recordingRefusal(deps, manager.actor, { action, target: ['client', id] }, async () => {
    const { record, metadata } = await getRegisteredClient(deps, manager, id)
    const now = deps.now()
    const events: ChangeAction[] = [
      ...differing(record.disabledAt, disabled, ['client.disabled', 'client.enabled']),
      ...differing(record.listedAt, listed, ['client.listed', 'client.unlisted']),
    ]
    if (events.length === 0) return
    await inTransaction(deps, async (tx) => {
      const changed = await updateRegisteredClient(tx, id, {
        ...(disabled === undefined ? {} : { disabledAt: disabled ? now : null }),
        ...(listed === undefined ? {} : { listedAt: listed ? now : null }),
      })
      if (!changed) throw new OperationRefused('not-found')
      for (const event of events)
        await tx.record(manager.actor, {
          action: event,
          target: ['client', id],
          detail: { name: metadata.client_name ?? null },
        })
    })
    deps.registeredClients?.forget(id)
  })
}

const differing = (
  since: Date | null,
  wanted: boolean | undefined,
  [on, off]: readonly [ChangeAction, ChangeAction],
): ChangeAction[] => (wanted === undefined || wanted === (since !== null) ? [] : [wanted ? on : off])

/** Removes a client that registered itself for good, and ends everything that it was granted. */
export const removeRegisteredClient = (deps: Deps, manager: ClientManager, id: string): Promise<void> =>
  recordingRefusal(deps, manager.actor, { action: 'client.deleted', target: ['client', id] }, async () => {
    const { metadata } = await getRegisteredClient(deps, manager, id)
    await inTransaction(deps, async (tx) => {
      if (!(await deleteRegisteredClient(tx, id, deps.now()))) throw new OperationRefused('not-found')
      await tx.record(manager.actor, {
        action: 'client.deleted',
        target: ['client', id],
        detail: { name: metadata.client_name ?? null },
      })
    })
    deps.registeredClients?.forget(id)
  })
