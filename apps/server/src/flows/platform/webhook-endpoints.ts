import type { Config } from '../../config/settings.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import {
  allEndpoints,
  resealSecrets,
  type StoredEndpoint,
} from '../../store/beyond-prisma/delivery/webhook-endpoints.ts'
import type { SqlWrites } from '../../store/connections/sql.ts'
import type { AuditEvent } from '../../store/hot/audit-events.ts'

/** The id of the endpoint that WEBHOOK_URL names. */
const environmentEndpointId = 'environment'

/** Where events are sent. Its secrets stay sealed until something is signed (flows/delivery/webhooks.ts). */
export type WebhookEndpoint = { id: string; name: string; url: string; actions: readonly string[] } & (
  | { stored: null; secret: string }
  | { stored: StoredEndpoint }
)

/** All of them, the one of the environment first. */
export async function readEndpoints(
  db: SqlWrites,
  { webhook }: Pick<Config, 'webhook'>,
): Promise<readonly WebhookEndpoint[]> {
  const stored = await allEndpoints(db)
  return [
    ...(webhook ? [{ id: environmentEndpointId, name: 'WEBHOOK_URL', actions: [], stored: null, ...webhook }] : []),
    ...stored.map((endpoint) => ({ ...endpoint, stored: endpoint })),
  ]
}

/**
 * The endpoints that events are queued for, in memory: what records an event need not ask the database who wants it.
 * Each process reads them again every few seconds (background/webhook-lanes.ts).
 */
export class WebhookEndpoints {
  #endpoints: readonly WebhookEndpoint[] = []
  #reading: Promise<void> = Promise.resolve()

  private constructor(
    private readonly db: SqlWrites,
    private readonly config: Pick<Config, 'webhook'>,
  ) {}

  static async load({ db, config }: { db: SqlWrites; config: Pick<Config, 'webhook'> }): Promise<WebhookEndpoints> {
    const endpoints = new WebhookEndpoints(db, config)
    await endpoints.refresh()
    return endpoints
  }

  /** Reads everything that was committed before the call. */
  refresh(): Promise<void> {
    // One after the other: what a read that is under way does not see yet must not replace what the next one sees.
    const refreshed = this.#reading.then(() => this.#read())
    this.#reading = refreshed.catch(() => {})
    return refreshed
  }

  async #read(): Promise<void> {
    this.#endpoints = await readEndpoints(this.db, this.config)
  }

  /** All of them, the one of the environment first. */
  list(): readonly WebhookEndpoint[] {
    return this.#endpoints
  }

  /** Those that are not disabled. */
  enabled(): readonly WebhookEndpoint[] {
    return this.#endpoints.filter(({ stored }) => !stored?.disabledAt)
  }

  find(id: string): WebhookEndpoint | null {
    return this.#endpoints.find((endpoint) => endpoint.id === id) ?? null
  }

  /** Whether events have to be queued at all. */
  get wanted(): boolean {
    return this.#endpoints.some(({ stored }) => !stored?.disabledAt)
  }
}

/** Seals the secrets again that an older SECRET has sealed, so that they can be read once it is gone. */
export async function resealWebhookSecrets({
  db,
  keyring,
  webhookEndpoints,
}: {
  db: SqlWrites
  keyring: Keyring
  webhookEndpoints: WebhookEndpoints
}): Promise<void> {
  const resealed = (sealed: string | null): string | null =>
    sealed === null ? null : (keyring.reseal('webhook-secret', sealed) ?? sealed)
  let changed = false
  for (const { stored } of webhookEndpoints.list()) {
    if (!stored) continue
    const to = { secret: resealed(stored.secret) ?? stored.secret, previousSecret: resealed(stored.previousSecret) }
    if (to.secret === stored.secret && to.previousSecret === stored.previousSecret) continue
    await resealSecrets(db, stored, to)
    changed = true
  }
  if (changed) await webhookEndpoints.refresh()
}

/** Whether an endpoint wants an event: its actions name it, or a prefix of it such as `member.*`. */
export const wantsEvent = ({ actions }: Pick<WebhookEndpoint, 'actions'>, { action }: Pick<AuditEvent, 'action'>) =>
  actions.length === 0 ||
  actions.some((name) => (name.endsWith('.*') ? action.startsWith(name.slice(0, -1)) : name === action))
