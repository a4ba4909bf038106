import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Logger } from 'pino'
import { parseJsonObject } from '../../../oidc/json.ts'
import type { OutboundFetch } from '../../../outbound/fetch.ts'
import { day, minute } from '../durations.ts'

/** How long keys are used before they are fetched again. */
const maxAge = day
/** How long nothing is fetched again, whatever a request names as its key. */
const cooldown = 5 * minute
/** More than GitHub has. */
const mostKeys = 100

interface ReportKeysDeps {
  outbound: OutboundFetch
  log: Logger
  now(): Date
}

/**
 * The public keys that sign reports of published API keys (GitHub's secret scanning partner program). Nothing in a request
 * decides where they are fetched.
 */
export class ReportKeys {
  readonly #url: string
  readonly #deps: ReportKeysDeps
  #keys: ReadonlyMap<string, KeyObject> = new Map()
  #fetchedAt = Number.NEGATIVE_INFINITY
  #askedAt = Number.NEGATIVE_INFINITY
  #pending: Promise<void> | null = null

  constructor(url: string, deps: ReportKeysDeps) {
    this.#url = url
    this.#deps = deps
  }

  /** Whether the key of this id signed exactly these bytes: ECDSA with P-256 and SHA-256, in base64 of DER. */
  async hasSigned(body: Uint8Array, { keyId, signature }: { keyId: string; signature: string }): Promise<boolean> {
    const key = await this.#find(keyId)
    return key !== undefined && verify('sha256', body, key, Buffer.from(signature, 'base64'))
  }

  async #find(id: string): Promise<KeyObject | undefined> {
    const now = this.#deps.now().getTime()
    const isFresh = now - this.#fetchedAt < maxAge
    if (isFresh && this.#keys.has(id)) return this.#keys.get(id)
    if (this.#pending === null && now - this.#askedAt >= cooldown) {
      this.#askedAt = now
      this.#pending = this.#fetch(now).finally(() => {
        this.#pending = null
      })
    }
    await this.#pending
    return this.#keys.get(id)
  }

  /** Keys that could not be fetched leave those of before in use. */
  async #fetch(now: number): Promise<void> {
    try {
      const { status, body } = await this.#deps.outbound(this.#url, { headers: { Accept: 'application/json' } })
      if (status !== 200) throw new Error(`the keys of reports were answered with ${status}`)
      this.#keys = readKeys(body)
      this.#fetchedAt = now
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the keys that sign reports of published API keys could not be fetched')
    }
  }
}

function readKeys(body: string): Map<string, KeyObject> {
  const { public_keys: listed } = parseJsonObject(body)
  if (!Array.isArray(listed)) throw new Error('the answer has no public_keys')
  const keys = new Map<string, KeyObject>()
  for (const entry of listed.slice(0, mostKeys)) {
    const { key_identifier: id, key: pem } = (entry ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof pem !== 'string') continue
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') keys.set(id, key)
  }
  return keys
}
