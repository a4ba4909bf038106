import type { ClientRecord } from '../../platform/clients/client-directory.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { type ClientChange, changeClient, nothingToChange } from './client-changes.ts'
import type { ClientManager } from './client-managers.ts'

/** Milliseconds between the deletion of a client and its removal. */
export const clientDeletionDelay = 14 * day

/**
 * Disables a client or enables it again. While it is disabled, everything that it asks for is refused, its tokens are
 * not accepted, and nobody signs in to it.
 */
export const disableClient = (deps: Deps, manager: ClientManager, id: string, disabled: boolean): Promise<void> =>
  changeClient(deps, manager, { action: disabled ? 'client.disabled' : 'client.enabled', id }, ({ record }) =>
    disabling(record, disabled, deps.now()),
  )

/** The change of `disableClient`, which has no event if the client is in that state already. */
export const disabling = ({ disabledAt }: ClientRecord, disabled: boolean, now: Date): ClientChange =>
  (disabledAt !== null) === disabled
    ? nothingToChange
    : {
        change: { disabledAt: disabled ? now : null },
        events: [{ action: disabled ? 'client.disabled' : 'client.enabled' }],
      }

/** Deletes a client: it is refused like a disabled one from now on, and removed for good after `clientDeletionDelay`. */
export const deleteClient = (deps: Deps, manager: ClientManager, id: string): Promise<void> =>
  changeClient(deps, manager, { action: 'client.deleted', id }, () => ({
    change: { deleteAfter: new Date(deps.now().getTime() + clientDeletionDelay) },
    events: [{ action: 'client.deleted' }],
  }))

/** Brings a deleted client back as it was: a disabled client is still disabled. */
export const restoreClient = (deps: Deps, manager: ClientManager, id: string): Promise<void> =>
  changeClient(deps, manager, { action: 'client.restored', id, deleted: true }, ({ record: { deleteAfter } }) =>
    deleteAfter === null ? nothingToChange : { change: { deleteAfter: null }, events: [{ action: 'client.restored' }] },
  )
