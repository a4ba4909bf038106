import { type ClientMetadata, type MetadataFault, readClientMetadata } from '../../../config/client-metadata.ts'
import { isDevelopmentServer } from '../../../config/environment.ts'
import type { Config } from '../../../config/settings.ts'
import type { Client } from '../../../oidc/clients.ts'
import { type ClientRecord, findChangedClients } from '../../../store/beyond-prisma/change-numbers.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { RowsInMemory } from '../rows-in-memory.ts'
import type { ClientSource, ClientUse } from './client-source.ts'
import { playgroundClients } from './playground-client.ts'

export type { ClientRecord } from '../../../store/beyond-prisma/change-numbers.ts'

/** A client of the database, usable or not. */
export interface StoredClient {
  record: ClientRecord
  metadata: ClientMetadata
  client: Client
  /** Why it is unusable: what this configuration refuses, such as plain http in production. */
  faults: readonly MetadataFault[]
}

type DirectoryConfig = Pick<Config, 'clients' | 'publicExampleClient' | 'production' | 'issuer' | 'dpop'>

interface DirectoryDeps {
  config: DirectoryConfig
  db: SqlStore
  now(): Date
  /** Of clients that are not all in memory. A source that is switched off is not among them. */
  sources?: readonly ClientSource[]
}

/**
 * Every client: those of the environment, which win, and those of the database, which are held in memory. A request is
 * answered without asking the database; a change is in force at once in the process that makes it, and within seconds in
 * every other one (`RowsInMemory`).
 */
export class ClientDirectory {
  /** Grows with every change: for what is derived from all clients. */
  version = 0
  readonly #config: DirectoryConfig
  /** Those that nobody made here: of the environment, and the public example client while the database has none. */
  readonly #configured: Map<string, Client>
  readonly #clients: Map<string, Client>
  /** Clients of ours, found by their ids and listed nowhere. */
  readonly #playground: ReadonlyMap<string, Client> | null
  readonly #stored = new Map<string, StoredClient>()
  readonly #rows: RowsInMemory<ClientRecord>
  readonly #sources: readonly ClientSource[]

  private constructor(deps: DirectoryDeps) {
    this.#config = deps.config
    this.#sources = deps.sources ?? []
    this.#configured = new Map(deps.config.clients)
    this.#clients = new Map(deps.config.clients)
    this.#offerExampleClient()
    this.#playground = isDevelopmentServer(deps.config) ? playgroundClients(deps.config) : null
    this.#rows = new RowsInMemory({
      readAfter: (changeNumber, limit) => findChangedClients(deps.db, changeNumber, limit),
      apply: (record) => this.#apply(record),
      now: deps.now,
    })
  }

  static async load(deps: DirectoryDeps): Promise<ClientDirectory> {
    const directory = new ClientDirectory(deps)
    await directory.refresh()
    return directory
  }

  /** A client that may use this server: neither disabled nor deleted. */
  find(id: string): Client | undefined {
    return this.#clients.get(id) ?? this.#playground?.get(id)
  }

  has(id: string): boolean {
    return this.#clients.has(id)
  }

  /** A client that this process does not know, and that another one may have made a moment ago. */
  async findNew(id: string): Promise<Client | undefined> {
    await this.#rows.refreshForMiss()
    return this.#clients.get(id)
  }

  /**
   * A client that a request names, wherever it comes from. Those of the environment and the console are found without
   * waiting by `find`, which callers on the hot path ask first.
   */
  async lookUp(id: string, use: ClientUse): Promise<Client | undefined> {
    return this.find(id) ?? (await this.lookUpElsewhere(id, use))
  }

  /** The same for an id that `find` does not know. */
  async lookUpElsewhere(id: string, use: ClientUse): Promise<Client | undefined> {
    return this.#ownerOf(id)?.find(id, use) ?? this.findNew(id)
  }

  /** The same for clients that are never in memory as a whole. */
  async lookUpInSources(id: string, use: ClientUse): Promise<Client | undefined> {
    return this.#ownerOf(id)?.find(id, use)
  }

  /** An id of the environment or the console is of no other source, even while its client may do nothing. */
  #ownerOf(id: string): ClientSource | undefined {
    if (this.#configured.has(id) || this.#stored.has(id)) return undefined
    return this.#sources.find((source) => source.owns(id))
  }

  /** Those of the environment, and the public example client where it can be used. */
  get configured(): ReadonlyMap<string, Client> {
    return this.#configured
  }

  /** Null where there is no public example client. */
  get exampleClientId(): string | null {
    const example = this.#config.publicExampleClient
    return example && this.#configured.get(example.id) === example ? example.id : null
  }

  /** Every client that may use this server. */
  all(): Iterable<Client> {
    return this.#clients.values()
  }

  get size(): number {
    return this.#clients.size
  }

  /** A client, also one that is disabled or deleted: for its name, and for telling it that a session has ended. */
  findEvenDisabled(id: string): Client | undefined {
    return this.find(id) ?? this.#stored.get(id)?.client
  }

  /** What follows from all clients together: computed when it is asked for, and again after a change. */
  derive<T>(compute: (clients: Iterable<Client>) => T): () => T {
    let computed = { version: this.version, value: compute(this.all()) }
    return () => {
      if (computed.version !== this.version) computed = { version: this.version, value: compute(this.all()) }
      return computed.value
    }
  }

  /** A client of the database, also one that is disabled or deleted. */
  findStored(id: string): StoredClient | undefined {
    return this.#stored.get(id)
  }

  allStored(): Iterable<StoredClient> {
    return this.#stored.values()
  }

  /** Takes over what was changed, here or in another process. Returns how many clients were. */
  refresh(): Promise<number> {
    return this.#rows.refresh()
  }

  /**
   * Looks for a client, or a secret, that a request names and this process does not know: it may have been made a moment
   * ago in another one. True if anything had changed.
   */
  refreshForMiss(): Promise<boolean> {
    return this.#rows.refreshForMiss()
  }

  #apply(record: ClientRecord): void {
    const { id } = record
    const stored = readClientRecord(this.#config, record)
    if (stored) this.#stored.set(id, stored)
    else this.#stored.delete(id)
    this.#offerExampleClient()
    if (!this.#configured.has(id)) {
      if (stored && isInForce(stored)) this.#clients.set(id, stored.client)
      else this.#clients.delete(id)
    }
    this.version += 1
  }

  /** A client that somebody made here, even one that is disabled, ends the public example client: then this server has clients of its own. */
  #offerExampleClient(): void {
    const { publicExampleClient: example } = this.#config
    if (!example) return
    for (const clients of [this.#configured, this.#clients]) {
      if (this.#stored.size === 0) clients.set(example.id, example)
      else if (clients.get(example.id) === example) clients.delete(example.id)
    }
  }
}

const isInForce = ({ record, faults }: StoredClient): boolean =>
  record.disabledAt === null && record.deleteAfter === null && faults.length === 0

/** Null for a client that was removed for good. */
export function readClientRecord(config: DirectoryConfig, record: ClientRecord): StoredClient | null {
  if (record.metadata === null) return null
  const metadata = JSON.parse(record.metadata) as ClientMetadata
  const digests = [record.secretDigest, record.nextSecretDigest].filter((value) => value !== null)
  return { record, metadata, ...readClientMetadata(config, record.id, metadata, digests) }
}
