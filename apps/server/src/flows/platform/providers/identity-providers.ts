import type { ServerMetadata } from 'openid-client'
import { LeastRecentlyUsed } from '../clients/least-recently-used.ts'
import { minute } from '../durations.ts'
import { type MetadataDeps, readProviderMetadata } from './provider-metadata.ts'

/** How long metadata are used before they are fetched again. */
const maxAge = 10 * minute
/** How long a provider is left alone after its metadata could not be used. */
const cooldown = 10_000
/** Providers whose metadata are held. */
const held = 500
interface Entry {
  at: number
  pending: Promise<ServerMetadata>
  failed: boolean
}

/** The metadata of identity providers, fetched when they are needed and held for some minutes. */
export class IdentityProviders {
  readonly #entries = new LeastRecentlyUsed<string, Entry>(held)

  constructor(private readonly deps: MetadataDeps & { now(): Date }) {}

  /**
   * Requests of one moment wait for one fetch. `fresh`: somebody may have changed something there, and tries it.
   * @throws ProviderMetadataRefused
   */
  metadataOf(issuer: string, { fresh = false } = {}): Promise<ServerMetadata> {
    const now = this.deps.now().getTime()
    const known = this.#entries.get(issuer)
    if (known && !fresh && Math.abs(now - known.at) < (known.failed ? cooldown : maxAge)) return known.pending
    const pending = readProviderMetadata(this.deps, issuer)
    const entry: Entry = { at: now, pending, failed: false }
    pending.catch(() => {
      entry.failed = true
    })
    this.#entries.set(issuer, entry)
    return pending
  }
}
