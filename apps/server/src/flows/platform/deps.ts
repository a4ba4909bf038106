import type { Logger } from 'pino'
import type { Config } from '../../config/settings.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { TxtRecords } from '../../outbound/dns.ts'
import type { OutboundFetch } from '../../outbound/fetch.ts'
import type { Database } from '../../store/connections/database.ts'
import type { ClientKeys } from './client-keys.ts'
import type { Counters } from './counters.ts'
import type { Health } from './health.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The one door through which the world comes in. A test hands in its own. */
export interface Deps {
  config: Config
  db: Database
  keyring: Keyring
  keys: SigningKeys
  clientKeys: ClientKeys
  mailer: Mailer
  outbound: OutboundFetch
  txtRecords: TxtRecords
  log: Logger
  counters: Counters
  health: Health
  now(): Date
  /** Tells the outbox that something waits. */
  wake(): void
}
