import { type ClientMetadata, clientMembers, metadataOf } from '../../../config/client-metadata.ts'
import { newLinkSecret } from '../../../crypto/random.ts'
import { type Client, digestOfSecret } from '../../../oidc/clients.ts'
import { operatorsClientIdFault } from '../../../oidc/dynamic-clients/registration.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { findClientRecord, insertClient } from '../../../store/prisma/clients/clients.ts'
import { inTransaction } from '../../platform/audit.ts'
import { type ClientRecord, readClientRecord, type StoredClient } from '../../platform/clients/client-directory.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { recordingRefusal } from '../managers.ts'
import { changeClient, nothingToChange } from './client-changes.ts'
import { type ClientManager, requireRightsOver } from './client-managers.ts'
import {
  type ClientMetadataChange,
  changedMembers,
  changedMetadata,
  checkMetadata,
  InvalidClientMetadata,
  needsSecret,
  newClientSecret,
  withMethod,
} from './client-metadata.ts'
import { disabling } from './client-state.ts'

/** A bound: every process holds all of them in memory, so more would be a mistake or an attack. */
const maxClients = 10_000

/** A client as those who manage it see it. */
export interface ManagedClient {
  client: Client
  /** All of it, with the defaults. */
  metadata: ClientMetadata
  /** Null for a client of the environment. */
  stored: StoredClient | null
}

const ofEnvironment = (client: Client): ManagedClient => ({ client, metadata: metadataOf(client), stored: null })
const ofDatabase = (stored: StoredClient): ManagedClient => ({
  client: stored.client,
  metadata: metadataOf(stored.client),
  stored,
})

/** Every client, in the order of their ids. One of the environment hides a stored one of the same id. */
export async function listClients(deps: Deps, manager: ClientManager): Promise<ManagedClient[]> {
  requireRightsOver(manager)
  await deps.clients.refresh()
  const stored = [...deps.clients.allStored()].filter(({ record }) => !deps.clients.configured.has(record.id))
  return [...[...deps.clients.configured.values()].map(ofEnvironment), ...stored.map(ofDatabase)].sort((a, b) =>
    a.client.id < b.client.id ? -1 : 1,
  )
}

/** A client of either place. @throws OperationRefused not-found */
export async function getClient(deps: Deps, manager: ClientManager, id: string): Promise<ManagedClient> {
  requireRightsOver(manager)
  const client = deps.clients.configured.get(id)
  if (client) return ofEnvironment(client)
  const record = await findClientRecord(deps.db, id)
  const stored = record && readClientRecord(deps.config, record)
  if (!stored) throw new OperationRefused('not-found')
  return ofDatabase(stored)
}

/** An id that cannot be guessed, and that fits into a URL or a variable's name. */
export const newClientId = (): string =>
  newLinkSecret()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)
    .toLowerCase()

const idPattern = /^[A-Za-z0-9_-]{1,64}$/
/** The page of an application that is being made has this address. */
const reservedIds = ['new']

/** Makes a client. Its secret is returned here, and never again. */
export async function createClient(
  deps: Deps,
  manager: ClientManager,
  given: ClientMetadataChange,
  id: string = newClientId(),
): Promise<{ id: string; secret: string | null }> {
  const isWritable = idPattern.test(id) && !reservedIds.includes(id)
  const fault = isWritable ? operatorsClientIdFault(id) : 'must be 1 to 64 letters, digits, - and _'
  if (fault) throw new InvalidClientMetadata([{ member: 'client_id', fault }])
  const wanted = withMethod(changedMetadata<ClientMetadata>(clientMembers, {}, given))
  const secret = needsSecret(wanted) ? newClientSecret() : null
  const secretDigest = secret && digestOfSecret(secret)
  const { client, metadata } = checkMetadata(deps, id, wanted, secretDigest ? [secretDigest] : [])
  await recordingRefusal(deps, manager.actor, { action: 'client.created', target: ['client', id] }, async () => {
    requireRightsOver(manager, client)
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'client')
      // RFC 9068 section 5: a resource server could take a client for the person of the same id.
      const taken = deps.config.clients.has(id) || (await findClientRecord(tx, id)) || (await findPerson(tx, id))
      if (taken) throw new OperationRefused('taken', 'client_id', 'taken')
      if ([...deps.clients.allStored()].length >= maxClients) throw new OperationRefused('too-many')
      const { actor } = manager
      const now = deps.now()
      await insertClient(tx, {
        ...emptyRecord,
        id,
        metadata: JSON.stringify(metadata),
        secretDigest,
        secretAt: secret === null ? null : now,
        createdAt: now,
        createdByKind: actor.kind,
        createdById: actor.id,
        changeNumber,
      })
      await tx.record(actor, { action: 'client.created', target: ['client', id], detail: { name: client.name } })
    })
  })
  await deps.afterCommit(() => deps.clients.refresh())
  return { id, secret }
}

const emptyRecord = {
  nextSecretDigest: null,
  nextSecretAt: null,
  disabledAt: null,
  deleteAfter: null,
} satisfies Partial<ClientRecord>

/** What is changed of a client: some of its metadata, and whether it is disabled. Both, or neither. */
export interface ClientUpdate {
  metadata?: ClientMetadataChange
  disabled?: boolean | undefined
}

/**
 * Changes a client. One that authenticates by a secret from now on gets one, which is returned here and never again; one
 * that no longer does loses its secrets.
 */
export async function updateClient(
  deps: Deps,
  manager: ClientManager,
  id: string,
  { metadata = {}, disabled }: ClientUpdate,
  version?: number,
): Promise<{ secret: string | null }> {
  const fresh = newClientSecret()
  let made = false
  await changeClient(deps, manager, { action: 'client.updated', id, version }, (stored) => {
    const { record } = stored
    const wanted = withMethod(changedMetadata(clientMembers, stored.metadata, metadata))
    const secrets = secretsAfter(record, needsSecret(wanted), fresh, deps.now())
    made = secrets.secretDigest !== null && record.secretDigest === null
    const checked = checkMetadata(deps, id, wanted, digestsOf(secrets))
    requireRightsOver(manager, checked.client)
    const fields = changedMembers(metadataOf(stored.client), metadataOf(checked.client))
    const state = disabled === undefined ? nothingToChange : disabling(record, disabled, deps.now())
    return {
      change: { metadata: JSON.stringify(checked.metadata), ...secrets, ...state.change },
      events: [
        ...(fields.length > 0 ? [{ action: 'client.updated' as const, detail: { fields } }] : []),
        ...state.events,
      ],
    }
  })
  return { secret: made ? fresh : null }
}

type Secrets = Pick<ClientRecord, 'secretDigest' | 'secretAt' | 'nextSecretDigest' | 'nextSecretAt'>

function secretsAfter(before: Secrets, needed: boolean, fresh: string, now: Date): Secrets {
  const { secretDigest, secretAt, nextSecretDigest, nextSecretAt } = before
  const none = { nextSecretDigest: null, nextSecretAt: null }
  if (!needed) return { secretDigest: null, secretAt: null, ...none }
  if (secretDigest === null) return { secretDigest: digestOfSecret(fresh), secretAt: now, ...none }
  return { secretDigest, secretAt, nextSecretDigest, nextSecretAt }
}

const digestsOf = ({ secretDigest, nextSecretDigest }: Secrets): string[] =>
  [secretDigest, nextSecretDigest].filter((digest) => digest !== null)
