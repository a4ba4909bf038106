import type { Logger } from 'pino'
import { isDevelopmentServer } from '../../../config/environment.ts'
import type { Config } from '../../../config/settings.ts'
import { digest } from '../../../crypto/random.ts'
import type { Client } from '../../../oidc/clients.ts'
import { type DocumentUrl, isDocumentUrl, parseDocumentUrl } from '../../../oidc/dynamic-clients/document-url.ts'
import type { SqlWrites } from '../../../store/connections/sql.ts'
import {
  countApproval,
  findClientDocument,
  putClientDocument,
  type StoredDocument,
} from '../../../store/hot/client-documents.ts'
import type { Deps } from '../deps.ts'
import { day, hour, minute } from '../durations.ts'
import {
  clientOfDocument,
  DocumentFault,
  isKeyLocation,
  type ReadingRules,
  readClientDocument,
} from './client-document.ts'
import type { ClientRules } from './client-rules.ts'
import { ClientRefused, type ClientSource, type ClientUse } from './client-source.ts'
import { DocumentFetcher, type DocumentStanding } from './document-fetcher.ts'
import { LeastRecentlyUsed } from './least-recently-used.ts'

const maxInMemory = 1000
/**
 * How long a copy serves people who have allowed the client before, while the server of the document does not answer.
 */
const staleFor = day
/** How long that server is not asked again after it did not answer, while a copy serves. */
const pauseAfterFailure = minute
/** How long a copy is kept. Of a client that nobody has allowed, little longer than a sign-in may last. */
const keptUnused = 2 * hour
const keptUsed = 30 * day

/** A document in memory. The client stays the same object until the document changes, and so do its keys. */
interface Copy {
  client: Client
  digest: string
  freshUntil: number
  staleUntil: number
  /** Not fetched again before this. */
  retryAt: number
  /** Somebody has allowed the client. */
  allowed: boolean
}

interface DocumentsDeps {
  config: Pick<Config, 'dynamicClients' | 'outboundAllow' | 'dpop'>
  db: SqlWrites
  fetcher: Pick<DocumentFetcher, 'fetch'>
  rules: Pick<ClientRules, 'verdictOf'>
  log: Pick<Logger, 'warn'>
  now(): Date
  /** On a developer's own server. Elsewhere only for hosts that OUTBOUND_ALLOW names. */
  anyPort: boolean
}

/** Characters of an id in the log. */
const maxLogged = 120

/**
 * Clients whose id is the URL of their metadata document (draft-ietf-oauth-client-id-metadata-document). A document is
 * fetched before a person is asked about its client; people who have allowed it before are served by the last copy for
 * a day.
 */
export class ClientDocuments implements ClientSource {
  readonly #deps: DocumentsDeps
  readonly #copies = new LeastRecentlyUsed<string, Copy>(maxInMemory)
  /** One fetch serves everybody who waits for its document. */
  readonly #fetching = new Map<string, Promise<Copy>>()

  constructor(deps: DocumentsDeps) {
    this.#deps = deps
  }

  owns(id: string): boolean {
    return isDocumentUrl(id)
  }

  async find(id: string, use: ClientUse): Promise<Client | undefined> {
    const url = parseDocumentUrl(id)
    if (!url || !this.#mayUsePort(url, id)) return this.#refuse(id, use, 'its id is not the URL of a document')
    const verdict = this.#deps.rules.verdictOf({ id, host: url.host })
    const trust = verdict === 'listed' ? 'listed' : 'unknown'
    if (use !== 'display') {
      if (verdict === 'blocked') return this.#refuse(id, use, 'an operator blocked it', 'blocked')
      if (trust === 'unknown' && this.#deps.config.dynamicClients.mode === 'listed')
        return this.#refuse(id, use, 'neither DYNAMIC_CLIENTS_LISTED nor a rule lists it')
    }
    const copy = await this.#copyFor(id, use, trust)
    if (!copy) return undefined
    const { jwksUri } = copy.client
    // An operator may have changed the decision about the host of its keys since it was read.
    if (use !== 'display' && jwksUri && !isKeyLocation(id, jwksUri, this.#readingRules(id)))
      return this.#refuse(id, use, 'the host of its jwks_uri is not listed any more')
    if (copy.client.trust !== trust) copy.client = { ...copy.client, trust }
    return copy.client
  }

  async #copyFor(id: string, use: ClientUse, trust: 'listed' | 'unknown'): Promise<Copy | undefined> {
    const now = this.#deps.now().getTime()
    const known = this.#copies.get(id)
    if (known && known.freshUntil > now) return known
    if (known && (use === 'access' || use === 'display')) return known
    const stored = await this.#readStored(id)
    if (stored && (stored.freshUntil > now || use === 'access' || use === 'display')) return stored
    const standing = stored?.allowed ? 'allowed' : trust
    if (use === 'authorization') return this.#fetchFor(id, use, standing)
    // A client that acts for somebody has been here before: for any other, nothing is fetched.
    if (use !== 'token' || !stored) return undefined
    if (stored.retryAt <= now) {
      const fetched = await this.#fetchFor(id, use, standing)
      if (fetched) return fetched
      stored.retryAt = now + pauseAfterFailure
    }
    return stored.staleUntil > now ? stored : undefined
  }

  /** The last copy of any process. */
  async #readStored(id: string): Promise<Copy | undefined> {
    const stored = await findClientDocument(this.#deps.db, id)
    const known = this.#copies.get(id)
    if (known && stored) known.allowed = stored.approvals > 0
    if (!stored || (known && known.freshUntil >= stored.freshUntil.getTime())) return known
    try {
      return this.#keep(stored, stored.approvals > 0)
    } catch {
      // A newer version of this server may refuse what an older one has accepted.
      return known
    }
  }

  /**
   * If the document can't be fetched, the client is refused; if the database can't be asked, this server has failed.
   */
  async #fetchFor(id: string, use: ClientUse, standing: DocumentStanding): Promise<Copy | undefined> {
    try {
      return await this.#fetch(id, standing)
    } catch (error) {
      if (error instanceof DocumentFault) return this.#refuse(id, use, error.message)
      throw error
    }
  }

  #fetch(id: string, standing: DocumentStanding): Promise<Copy> {
    const running = this.#fetching.get(id)
    if (running) return running
    const fetching = this.#fetchAndStore(id, standing).finally(() => this.#fetching.delete(id))
    this.#fetching.set(id, fetching)
    return fetching
  }

  async #fetchAndStore(id: string, standing: DocumentStanding): Promise<Copy> {
    const { body, freshFor } = await this.#deps.fetcher.fetch(id, standing).catch((error) => {
      throw new DocumentFault(reasonOf(error))
    })
    const fetchedAt = this.#deps.now()
    const later = (milliseconds: number) => new Date(fetchedAt.getTime() + milliseconds)
    const document = {
      url: id,
      body,
      digest: digest(body),
      fetchedAt,
      freshUntil: later(freshFor),
      staleUntil: later(freshFor + staleFor),
    }
    const copy = this.#keep(document, standing === 'allowed')
    await putClientDocument(this.#deps.db, document, { unused: later(keptUnused), used: later(keptUsed) })
    return copy
  }

  /** @throws DocumentFault */
  #keep({ url, body, digest, freshUntil, staleUntil }: StoredDocument, allowed: boolean): Copy {
    const known = this.#copies.get(url)
    const client = known?.digest === digest ? known.client : this.#read(url, body)
    const copy = {
      client,
      digest,
      freshUntil: freshUntil.getTime(),
      staleUntil: staleUntil.getTime(),
      retryAt: 0,
      allowed,
    }
    this.#copies.set(url, copy)
    return copy
  }

  #read(id: string, body: string): Client {
    return clientOfDocument(id, readClientDocument(id, body, this.#readingRules(id)), this.#deps.config)
  }

  #readingRules(id: string): ReadingRules {
    const { rules } = this.#deps
    return {
      mayKeepKeys: (host) => rules.verdictOf({ id: host, host }) === 'listed',
      mayUsePort: (url) => this.#mayUsePort(url, id),
    }
  }

  #mayUsePort({ host, port }: DocumentUrl, id: string): boolean {
    const { config, rules, anyPort } = this.#deps
    return (
      port === null ||
      anyPort ||
      config.outboundAllow.includes(host) ||
      config.outboundAllow.includes(`${host}:${port}`) ||
      rules.verdictOf({ id, host: null }) === 'listed'
    )
  }

  /** Says in the log why a client can't be used. The answer gives a reference only, the same for whatever went wrong. */
  #refuse(id: string, use: ClientUse, why: string, reason: 'blocked' | 'unusable' = 'unusable'): undefined {
    if (use === 'access' || use === 'display') return
    const client = id.slice(0, maxLogged)
    const reference = crypto.randomUUID()
    this.#deps.log.warn({ client, reference, why }, 'a client metadata document is not accepted')
    if (use === 'authorization') throw new ClientRefused(reason, reference)
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}

/** Somebody has allowed a client with a metadata document: its copy is kept for as long as its grant may last unused. */
export const noteDocumentUse = ({ db, now }: Pick<Deps, 'db' | 'now'>, url: string): Promise<void> =>
  countApproval(db, url, new Date(now().getTime() + keptUsed))

type SourceDeps = Pick<Deps, 'config' | 'db' | 'outbound' | 'clientRules' | 'registeredClients' | 'log' | 'now'>

/** Where dynamic clients come from. A source that is switched off is not there at all. */
export function clientSources(deps: SourceDeps): ClientSource[] {
  const { config, db, clientRules: rules, log, now } = deps
  const sources: ClientSource[] = deps.registeredClients ? [deps.registeredClients] : []
  if (config.dynamicClients.mode !== 'off')
    sources.push(
      new ClientDocuments({
        config,
        db,
        fetcher: new DocumentFetcher(deps),
        rules,
        log,
        now,
        anyPort: isDevelopmentServer(config),
      }),
    )
  return sources
}
