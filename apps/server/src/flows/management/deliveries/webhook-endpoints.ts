import { randomBytes } from 'node:crypto'
import { outboundRules } from '../../../config/outbound.ts'
import { newId } from '../../../crypto/random.ts'
import { namesPrivateAddress } from '../../../outbound/fetch.ts'
import type { StoredEndpoint } from '../../../store/beyond-prisma/delivery/webhook-endpoints.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointChange,
  insertEndpoint,
  updateEndpoint,
} from '../../../store/prisma/delivery/webhook-endpoints.ts'
import { type EventDetails, inTransaction } from '../../platform/audit.ts'
import { changeActions } from '../../platform/audit-actions.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { OperationRefused, type Problem } from '../../platform/operation-refused.ts'
import { readEndpoints, type WebhookEndpoint } from '../../platform/webhook-endpoints.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

/** Each process polls the queue of each endpoint. */
const maxEndpoints = 20
const maxUrl = 2000
const maxName = 100
const maxActions = 100
/** How long requests are signed with the previous secret too. */
const previousSecretTime = day

/** What an operator or a client says of an endpoint. */
export interface EndpointForm {
  name: string
  url: string
  actions: readonly string[]
  disabled: boolean
}

/** Every endpoint, that of WEBHOOK_URL first. There are only a few. */
export async function listEndpoints(deps: Deps, actor: Manager): Promise<readonly WebhookEndpoint[]> {
  requireUnrestricted(actor)
  return readEndpoints(deps.db, deps.config)
}

export async function getEndpoint(deps: Deps, actor: Manager, id: string): Promise<WebhookEndpoint> {
  const found = (await listEndpoints(deps, actor)).find((endpoint) => endpoint.id === id)
  if (!found) throw new OperationRefused('not-found')
  return found
}

/** An endpoint that is in the database, and can be changed. */
async function getStored(deps: Deps, actor: Manager, id: string): Promise<StoredEndpoint> {
  const { stored } = await getEndpoint(deps, actor, id)
  if (!stored) throw new OperationRefused('forbidden')
  return stored
}

/** Creates an endpoint. Its secret is returned now and never again. */
export async function createEndpoint(
  deps: Deps,
  actor: Manager,
  form: EndpointForm,
): Promise<{ id: string; secret: string }> {
  requireUnrestricted(actor)
  const checked = checkForm(deps, form)
  const now = deps.now()
  const id = newId(now)
  const secret = newWebhookSecret()
  await inTransaction(deps, async (tx) => {
    if ((await countEndpoints(tx)) >= maxEndpoints) throw new OperationRefused('too-many', 'url', 'too-many-endpoints')
    await insertEndpoint(tx, {
      ...checked,
      id,
      secret: deps.keyring.seal('webhook-secret', secret),
      secretAt: now,
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: now,
      updatedAt: now,
      disabledAt: form.disabled ? now : null,
    })
    await tx.record(actor, {
      action: 'webhook.endpoint_created',
      target: ['webhook-endpoint', id],
      detail: { url: checked.url, actions: checked.actions },
    })
  })
  await deps.afterCommit(() => deps.webhookEndpoints.refresh())
  return { id, secret: shownSecret(secret) }
}

/**
 * Changes only the fields of the form, so disabling an endpoint does not bring back the URL that someone else is
 * replacing at the same moment. `readAt`: refused if the endpoint was changed after it was read.
 */
export async function changeEndpoint(
  deps: Deps,
  actor: Manager,
  id: string,
  form: Partial<EndpointForm>,
  readAt?: Date,
): Promise<void> {
  const { name, url, actions, disabledAt } = await getStored(deps, actor, id)
  const { disabled } = form
  const checked = checkForm(deps, { name, url, actions, ...form })
  const now = deps.now()
  const change = {
    ...Object.fromEntries(Object.entries(checked).filter(([field]) => field in form)),
    updatedAt: now,
    ...(disabled === undefined ? {} : { disabledAt: disabled ? (disabledAt ?? now) : null }),
  }
  await applyChange(deps, actor, id, change, {
    action: 'webhook.endpoint_updated',
    readAt,
    detail: { url: checked.url, actions: checked.actions, disabled: disabled ?? disabledAt !== null },
  })
}

/**
 * A new secret, returned now and never again. For a day, requests are signed with the old one too. `readAt` as above: a
 * form that is sent twice must not replace the secret that it has just made, and with it drop the old one.
 */
export async function rotateEndpointSecret(deps: Deps, actor: Manager, id: string, readAt?: Date): Promise<string> {
  const stored = await getStored(deps, actor, id)
  const now = deps.now()
  const secret = newWebhookSecret()
  const change = {
    secret: deps.keyring.seal('webhook-secret', secret),
    secretAt: now,
    previousSecret: stored.secret,
    previousSecretUntil: new Date(now.getTime() + previousSecretTime),
    updatedAt: now,
  }
  // Two operators at once: the second would hand out a secret that is no longer the current one.
  await applyChange(deps, actor, id, change, {
    action: 'webhook.secret_rotated',
    readAt: readAt ?? stored.updatedAt,
  })
  return shownSecret(secret)
}

async function applyChange(
  deps: Deps,
  actor: Manager,
  id: string,
  change: EndpointChange,
  { readAt, ...event }: Pick<EventDetails, 'action' | 'detail'> & { readAt: Date | undefined },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (!(await updateEndpoint(tx, id, change, readAt)))
      throw new OperationRefused(readAt ? 'changed-meanwhile' : 'not-found')
    await tx.record(actor, { ...event, target: ['webhook-endpoint', id] })
  })
  await deps.afterCommit(() => deps.webhookEndpoints.refresh())
}

/** Removes an endpoint. What still waits for it is not delivered. */
export async function removeEndpoint(deps: Deps, actor: Manager, id: string): Promise<void> {
  const { url } = await getStored(deps, actor, id)
  await inTransaction(deps, async (tx) => {
    if (!(await deleteEndpoint(tx, id))) throw new OperationRefused('not-found')
    await tx.record(actor, { action: 'webhook.endpoint_deleted', target: ['webhook-endpoint', id], detail: { url } })
  })
  await deps.afterCommit(() => deps.webhookEndpoints.refresh())
}

/** Standard Webhooks 1.0: 24 to 64 random bytes, in base64 after `whsec_`. */
const newWebhookSecret = (): string => randomBytes(32).toString('base64')
const shownSecret = (secret: string): string => `whsec_${secret}`

function checkForm(
  { config }: Pick<Deps, 'config'>,
  { name, url, actions }: Omit<EndpointForm, 'disabled'>,
): { name: string; url: string; actions: string[] } {
  const label = name.trim()
  if (label.length > maxName) throw new OperationRefused('invalid', 'name', 'too-long')
  if (/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(label))
    throw new OperationRefused('invalid', 'name', 'unreadable')
  const target = checkUrl(config, url.trim())
  const chosen = [...new Set(actions.map((action) => action.trim()).filter(Boolean))]
  if (chosen.length > maxActions || !chosen.every(isKnownAction))
    throw new OperationRefused('invalid', 'actions', 'unknown-action')
  return { name: label || target.host, url: target.href, actions: chosen }
}

function checkUrl(config: Deps['config'], text: string): URL {
  const refused = (problem: Problem) => new OperationRefused('invalid', 'url', problem)
  if (text === '') throw refused('required')
  if (text.length > maxUrl) throw refused('too-long')
  const url = URL.canParse(text) ? new URL(text) : null
  const { production } = config
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && !production))) throw refused('invalid-url')
  // Credentials would be shown to every viewer of the console; a fragment is never sent.
  if (url.username || url.password || url.hash) throw refused('invalid-url')
  if (namesPrivateAddress(outboundRules(config), url)) throw refused('private-host')
  return url
}

/** An action of the audit log, or the first part of some, as in `member.*`. */
const isKnownAction = (name: string): boolean =>
  name.endsWith('.*')
    ? changeActions.some((action) => action.startsWith(name.slice(0, -1)))
    : (changeActions as readonly string[]).includes(name)
