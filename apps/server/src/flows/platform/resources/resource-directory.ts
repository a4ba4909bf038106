import type { Config } from '../../../config/settings.ts'
import type { Client } from '../../../oidc/clients.ts'
import { comparableResource, type Resource, type ResourceRegistry } from '../../../oidc/resources.ts'
import { findChangedResources, type ResourceRecord } from '../../../store/beyond-prisma/change-numbers.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { RowsInMemory } from '../rows-in-memory.ts'
import { type ResourceFault, type ResourceMetadata, readResourceMetadata } from './resource-metadata.ts'

export type { ResourceRecord } from '../../../store/beyond-prisma/change-numbers.ts'

/** A resource of the database, whether tokens are issued for it or not. */
export interface StoredResource {
  record: ResourceRecord
  metadata: ResourceMetadata
  resource: Resource
  /** Why no tokens are issued for it: what this configuration refuses. */
  faults: readonly ResourceFault[]
}

type DirectoryConfig = Pick<Config, 'resources' | 'issuer' | 'dpop'>

/**
 * Every resource: those of the environment, which win, and those of the database. All of them are in memory, as clients
 * are (`ClientDirectory`): no request asks the database for them.
 */
export class ResourceDirectory implements ResourceRegistry {
  /** Grows with every change: for what is derived from all resources. */
  version = 0
  readonly #config: DirectoryConfig
  readonly #ofEnvironment: ReadonlyMap<string, Resource>
  /** What tokens are issued for, by what identifiers are compared by. */
  readonly #resources: Map<string, Resource>
  readonly #stored = new Map<string, StoredResource>()
  readonly #rows: RowsInMemory<ResourceRecord>

  private constructor({ config, db, now }: { config: DirectoryConfig; db: SqlStore; now(): Date }) {
    this.#config = config
    this.#ofEnvironment = new Map(
      config.resources.flatMap((resource) => {
        const comparable = comparableResource(resource.identifier)
        return comparable === null ? [] : [[comparable, resource]]
      }),
    )
    this.#resources = new Map(this.#ofEnvironment)
    this.#rows = new RowsInMemory({
      readAfter: (changeNumber, limit) => findChangedResources(db, changeNumber, limit),
      apply: (record) => this.#apply(record),
      now,
    })
  }

  static async load(deps: { config: DirectoryConfig; db: SqlStore; now(): Date }): Promise<ResourceDirectory> {
    const directory = new ResourceDirectory(deps)
    await directory.refresh()
    return directory
  }

  get size(): number {
    return this.#resources.size
  }

  find(identifier: string): Resource | undefined {
    if (this.#resources.size === 0) return undefined
    const comparable = comparableResource(identifier)
    return comparable === null ? undefined : this.#resources.get(comparable)
  }

  all(): Iterable<Resource> {
    return this.#resources.values()
  }

  /** Whether the environment names this resource, in whatever spelling. */
  isOfEnvironment(identifier: string): boolean {
    return this.#ofEnvironment.has(comparableResource(identifier) ?? '')
  }

  /** A resource of the database, by the id of its row. */
  findStored(id: string): StoredResource | undefined {
    return this.#stored.get(id)
  }

  allStored(): Iterable<StoredResource> {
    return this.#stored.values()
  }

  /** Takes over what was changed, here or in another process. Returns how many resources were. */
  refresh(): Promise<number> {
    return this.#rows.refresh()
  }

  /** Takes over what another process changed a moment ago. True if there was anything. */
  refreshForMiss(): Promise<boolean> {
    return this.#rows.refreshForMiss()
  }

  /** Looks again if a request names what would be refused: another process may have registered it a moment ago. */
  async lookFor({ audiences }: Pick<Client, 'audiences'>, identifiers: readonly string[]): Promise<void> {
    const isUnknown = (identifier: string) => !audiences.includes(identifier) && this.find(identifier) === undefined
    if (identifiers.some(isUnknown)) await this.refreshForMiss()
  }

  #apply(record: ResourceRecord): void {
    const before = this.#stored.get(record.id)
    if (before) this.#withdraw(before)
    const stored = readResourceRecord(this.#config, record)
    if (stored) this.#stored.set(record.id, stored)
    else this.#stored.delete(record.id)
    if (stored?.faults.length === 0) this.#offer(stored)
    this.version += 1
  }

  #offer({ resource }: StoredResource): void {
    const comparable = comparableResource(resource.identifier)
    if (comparable !== null && !this.#ofEnvironment.has(comparable)) this.#resources.set(comparable, resource)
  }

  #withdraw({ resource }: StoredResource): void {
    const comparable = comparableResource(resource.identifier) ?? ''
    if (this.#resources.get(comparable) === resource) this.#resources.delete(comparable)
  }
}

/** Null for a resource that was removed. */
export function readResourceRecord(config: DirectoryConfig, record: ResourceRecord): StoredResource | null {
  if (record.metadata === null) return null
  const metadata = JSON.parse(record.metadata) as ResourceMetadata
  return { record, metadata, ...readResourceMetadata(config, metadata) }
}
