import type { Client } from '../../../oidc/clients.ts'
import { registeredPrefix } from '../../../oidc/dynamic-clients/registration.ts'
import type { ResourceRegistry } from '../../../oidc/resources.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { findRegisteredClient, type RegisteredClientRecord } from '../../../store/hot/registered-clients.ts'
import { second } from '../durations.ts'
import type { ClientSource } from './client-source.ts'
import { isBlocked, type RegistrationContext, registeredClient, trustOf } from './registered-client.ts'

/**
 * How long a process uses what it has read, and so how long it still answers a client that another process has
 * disabled.
 */
const freshFor = 3 * second
const maxRemembered = 1000

interface Remembered {
  record: RegisteredClientRecord
  /** The same object as long as nothing changes: its keys are kept by it (keys/client-keys.ts). */
  client: Client
  readAt: number
  /** Of the resources, whose scopes it may have. */
  version: number
}

interface RegisteredClientsDeps {
  db: SqlStore
  clientRules: RegistrationContext['clientRules']
  resources: ResourceRegistry & { readonly version: number }
  now(): Date
}

/** The clients that registered themselves. There may be any number, so only those in use are held in memory. */
export class RegisteredClients implements ClientSource {
  readonly #deps: RegisteredClientsDeps
  /** In the order in which they were read. */
  readonly #remembered = new Map<string, Remembered>()

  constructor(deps: RegisteredClientsDeps) {
    this.#deps = deps
  }

  owns(id: string): boolean {
    return id.startsWith(registeredPrefix)
  }

  async find(id: string): Promise<Client | undefined> {
    const { record, client } = (await this.#read(id)) ?? {}
    return record?.disabledAt === null && !isBlocked(this.#deps, record) ? client : undefined
  }

  /** Forgets what was read of a client that this process has changed. */
  forget(id: string): void {
    this.#remembered.delete(id)
  }

  async #read(id: string): Promise<Remembered | null> {
    const remembered = this.#remembered.get(id)
    const now = this.#deps.now().getTime()
    if (remembered && Math.abs(now - remembered.readAt) < freshFor) return remembered
    const record = await findRegisteredClient(this.#deps.db, id)
    this.#remembered.delete(id)
    if (!record) return null
    const { version } = this.#deps.resources
    const read = { record, client: this.#clientOf(record, remembered), readAt: now, version }
    this.#remembered.set(id, read)
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size > maxRemembered) this.#remembered.delete(oldest)
    return read
  }

  /** The metadata of a registration never changes, but whether an operator vouches for it, and what is open to it. */
  #clientOf(record: RegisteredClientRecord, remembered: Remembered | undefined): Client {
    const { resources } = this.#deps
    const same = remembered?.version === resources.version && remembered.client.trust === trustOf(this.#deps, record)
    return remembered && same ? remembered.client : registeredClient(this.#deps, record)
  }
}
