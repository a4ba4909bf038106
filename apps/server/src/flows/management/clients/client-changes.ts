import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { findClientRecord, updateClient } from '../../../store/prisma/clients/clients.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { ChangeAction } from '../../platform/audit-actions.ts'
import { type ClientRecord, readClientRecord, type StoredClient } from '../../platform/clients/client-directory.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { recordingRefusal } from '../managers.ts'
import { type ClientManager, requireRightsOver } from './client-managers.ts'

/** What a change does to the row of a client, and its events. Without an event, nothing is changed. */
export interface ClientChange {
  change: Partial<Omit<ClientRecord, 'id' | 'changeNumber'>>
  events: readonly { action: ChangeAction; detail?: Record<string, unknown> }[]
}

export const nothingToChange: ClientChange = { change: {}, events: [] }

interface ChangeOptions {
  /** What was asked for. */
  action: ChangeAction
  id: string
  /** The change number that the caller has seen (If-Match). */
  version?: number | undefined
  /** Whether the client may be deleted: only bringing it back may then change it. */
  deleted?: boolean
}

/**
 * Changes a client of the database with its audit event, one change of clients at a time, and takes it over into memory.
 * Refused, and the refusal recorded, if the manager lacks a right that the client has.
 */
export async function changeClient(
  deps: Deps,
  manager: ClientManager,
  { action, id, version, deleted = false }: ChangeOptions,
  work: (stored: StoredClient) => ClientChange,
): Promise<void> {
  await recordingRefusal(deps, manager.actor, { action, target: ['client', id] }, async () => {
    requireRightsOver(manager)
    if (deps.clients.configured.has(id)) throw new OperationRefused('read-only')
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'client')
      const record = await findClientRecord(tx, id)
      const stored = record && readClientRecord(deps.config, record)
      if (!stored) throw new OperationRefused('not-found')
      requireRightsOver(manager, stored.client)
      if (!deleted && record.deleteAfter !== null) throw new OperationRefused('deleted')
      if (version !== undefined && version !== record.changeNumber) throw new OperationRefused('changed-meanwhile')
      const { change, events } = work(stored)
      if (events.length === 0) return
      await updateClient(tx, id, { ...change, changeNumber })
      for (const event of events) await tx.record(manager.actor, { ...event, target: ['client', id] })
    })
  })
  await deps.afterCommit(() => deps.clients.refresh())
}
