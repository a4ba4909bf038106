import { newLinkSecret } from '../../../crypto/random.ts'
import { comparableResource, type Resource } from '../../../oidc/resources.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import {
  findComparableResource,
  findResourceRecord,
  insertResource,
  updateResource as updateRow,
} from '../../../store/prisma/resources.ts'
import { type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { ChangeAction } from '../../platform/audit-actions.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { readResourceRecord, type StoredResource } from '../../platform/resources/resource-directory.ts'
import {
  type ResourceFault,
  type ResourceMetadata,
  readResourceMetadata,
  resourceMembers,
} from '../../platform/resources/resource-metadata.ts'
import { changedMembers, changedMetadata, InvalidMetadata } from '../clients/client-metadata.ts'
import { type Manager, recordingRefusal, requireUnrestricted } from '../managers.ts'

/** A bound: every process holds all of them in memory, so more would be a mistake or an attack. */
const maxResources = 1000

export class InvalidResourceMetadata extends InvalidMetadata<ResourceFault> {
  override readonly name = 'InvalidResourceMetadata'
}

/** A resource as those who manage it see it. */
export interface ManagedResource {
  /** That of its row, or the variable of the environment. */
  id: string
  resource: Resource
  /** Null for a resource of the environment. */
  stored: StoredResource | null
}

/** Members that a resource was given, with null for those that get their default again. */
export type ResourceMetadataChange = { [Member in keyof ResourceMetadata]: ResourceMetadata[Member] | null }

const ofEnvironment = (resource: Resource): ManagedResource => ({
  id: resource.variable ?? resource.identifier,
  resource,
  stored: null,
})
const ofDatabase = (stored: StoredResource): ManagedResource => ({
  id: stored.record.id,
  resource: stored.resource,
  stored,
})

/** Every resource, in the order of their ids. One of the environment hides a stored one with the same identifier. */
export async function listResources(deps: Deps, actor: Manager): Promise<ManagedResource[]> {
  requireUnrestricted(actor)
  await deps.resources.refresh()
  const stored = [...deps.resources.allStored()].filter(
    ({ resource }) => !deps.resources.isOfEnvironment(resource.identifier),
  )
  return [...deps.config.resources.map(ofEnvironment), ...stored.map(ofDatabase)].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** A resource of either place. @throws OperationRefused not-found */
export async function getResource(deps: Deps, actor: Manager, id: string): Promise<ManagedResource> {
  requireUnrestricted(actor)
  const resource = findOfEnvironment(deps, id)
  if (resource) return ofEnvironment(resource)
  const record = await findResourceRecord(deps.db, id)
  const stored = record && readResourceRecord(deps.config, record)
  if (!stored) throw new OperationRefused('not-found')
  return ofDatabase(stored)
}

const findOfEnvironment = ({ config }: Pick<Deps, 'config'>, id: string): Resource | undefined =>
  config.resources.find(({ variable }) => variable === id)

/** An id that an address can hold, and that no variable is called. */
const newResourceId = (): string =>
  newLinkSecret()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)
    .toLowerCase()

/** Registers a resource. From then on clients may have tokens for it. */
export async function createResource(deps: Deps, actor: Manager, given: ResourceMetadataChange): Promise<string> {
  const metadata = metadataAfter({}, given)
  const { identifier } = checkMetadata(deps, metadata)
  const comparable = comparableResource(identifier)
  const id = newResourceId()
  await recordingRefusal(deps, actor, { action: 'resource.created', target: ['resource', identifier] }, async () => {
    requireUnrestricted(actor)
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'resource')
      const taken = deps.resources.isOfEnvironment(identifier) || (await findComparableResource(tx, comparable ?? ''))
      if (taken) throw new OperationRefused('taken', 'resource', 'taken')
      if ([...deps.resources.allStored()].length >= maxResources) throw new OperationRefused('too-many')
      const createdBy = { createdByKind: actor.kind, createdById: actor.id }
      const record = { id, comparable, metadata: JSON.stringify(metadata), createdAt: deps.now(), changeNumber }
      await insertResource(tx, { ...record, ...createdBy })
      await tx.record(actor, { action: 'resource.created', target: ['resource', identifier] })
    })
  })
  await deps.afterCommit(() => deps.resources.refresh())
  return id
}

/** Changes a resource, but not its identifier: another identifier is another resource, with other tokens. */
export const updateResource = (
  deps: Deps,
  actor: Manager,
  id: string,
  change: Omit<ResourceMetadataChange, 'resource'>,
  version?: number,
): Promise<void> =>
  changeResource(deps, actor, { action: 'resource.updated', id, version }, async (tx, stored, changeNumber) => {
    const metadata = metadataAfter(stored.metadata, { ...change, resource: stored.metadata.resource ?? null })
    checkMetadata(deps, metadata)
    const fields = changedMembers(stored.metadata, metadata)
    if (fields.length === 0) return
    await updateRow(tx, id, { metadata: JSON.stringify(metadata), changeNumber })
    const target = ['resource', stored.resource.identifier] as const
    await tx.record(actor, { action: 'resource.updated', target, detail: { fields } })
  })

/** Removes a resource: no token is issued for it any more. Those that were issued live until they expire. */
export const deleteResource = (deps: Deps, actor: Manager, id: string, version?: number): Promise<void> =>
  changeResource(deps, actor, { action: 'resource.deleted', id, version }, async (tx, stored, changeNumber) => {
    await updateRow(tx, id, { metadata: null, comparable: null, changeNumber })
    await tx.record(actor, { action: 'resource.deleted', target: ['resource', stored.resource.identifier] })
  })

/** Changes a resource of the database with its audit event, one change at a time, and takes it over into memory. */
async function changeResource(
  deps: Deps,
  actor: Manager,
  { action, id, version }: { action: ChangeAction; id: string; version: number | undefined },
  work: (tx: AuditedTransaction, stored: StoredResource, changeNumber: number) => Promise<void>,
): Promise<void> {
  await recordingRefusal(deps, actor, { action, target: ['resource', id] }, async () => {
    requireUnrestricted(actor)
    if (findOfEnvironment(deps, id)) throw new OperationRefused('read-only')
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'resource')
      const record = await findResourceRecord(tx, id)
      const stored = record && readResourceRecord(deps.config, record)
      if (!stored) throw new OperationRefused('not-found')
      if (version !== undefined && version !== record.changeNumber) throw new OperationRefused('changed-meanwhile')
      await work(tx, stored, changeNumber)
    })
  })
  await deps.afterCommit(() => deps.resources.refresh())
}

function metadataAfter(before: ResourceMetadata, change: ResourceMetadataChange): ResourceMetadata {
  const metadata = changedMetadata(resourceMembers, before, change)
  if (metadata.name === undefined) return metadata
  const cleaned = cleanName(String(metadata.name))
  if (!cleaned.ok)
    throw new InvalidResourceMetadata([{ member: 'name', fault: 'is longer than 100 characters or cannot be read' }])
  return { ...metadata, name: cleaned.name }
}

/** @throws InvalidResourceMetadata */
function checkMetadata({ config }: Pick<Deps, 'config'>, metadata: ResourceMetadata): Resource {
  const { resource, faults } = readResourceMetadata(config, metadata)
  if (faults.length > 0) throw new InvalidResourceMetadata(faults)
  return resource
}
