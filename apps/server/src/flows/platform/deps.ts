import type { Logger } from 'pino'
import type { Config } from '../../config/settings.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { SentMails } from '../../mail/sent-mails.ts'
import type { TxtRecords } from '../../outbound/dns.ts'
import type { OutboundFetch } from '../../outbound/fetch.ts'
import type { Database } from '../../store/connections/database.ts'
import type { Languages } from '../../words/languages.ts'
import type { AddressKeys } from './address-keys.ts'
import type { ClientDirectory } from './clients/client-directory.ts'
import type { ClientRules } from './clients/client-rules.ts'
import type { RegisteredClients } from './clients/registered-clients.ts'
import type { Counters } from './counters.ts'
import type { FieldDirectory } from './fields/field-directory.ts'
import type { Health } from './health.ts'
import type { ClientKeys } from './keys/client-keys.ts'
import type { IssuerKeys } from './keys/issuer-keys.ts'
import type { ReportKeys } from './keys/report-keys.ts'
import type { SigningKeys } from './keys/signing-keys.ts'
import type { IdentityProviders } from './providers/identity-providers.ts'
import type { ResourceDirectory } from './resources/resource-directory.ts'
import type { PermissionDirectory } from './rights/permission-directory.ts'
import type { SeenProofs } from './seen-proofs.ts'
import type { SignInLog } from './sign-in-log.ts'
import type { TermsInForce } from './terms-in-force.ts'
import type { PublishedThemes } from './themes/published-themes.ts'
import type { VerifiedTokens } from './verified-tokens.ts'
import type { WebhookEndpoints } from './webhook-endpoints.ts'

/** The processes that share a port (WORKERS). `complete`: all of them were listening, at least once. */
export interface WorkerCount {
  wanted: number
  listening: number
  complete: boolean
}

/** The processes that share a port, as one of them sees them. */
export interface Workers {
  count(): WorkerCount
}

/** Everything that a flow depends on besides its arguments: state, connections, the clock. A test hands in its own. */
export interface Deps {
  /** The version of this server. */
  version: string
  config: Config
  db: Database
  keyring: Keyring
  keys: SigningKeys
  clients: ClientDirectory
  resources: ResourceDirectory
  /** What is declared of people, organizations and memberships. */
  fields: FieldDirectory
  permissions: PermissionDirectory
  /** Clients that registered themselves; null while nobody may. */
  registeredClients: RegisteredClients | null
  clientRules: ClientRules
  clientKeys: ClientKeys
  issuerKeys: IssuerKeys
  identityProviders: IdentityProviders
  /** Null while reports of published API keys are accepted from nobody. */
  reportKeys: ReportKeys | null
  addressKeys: AddressKeys
  signInLog: SignInLog
  verifiedTokens: VerifiedTokens
  seenProofs: SeenProofs
  themes: PublishedThemes
  terms: TermsInForce
  /** What pages and mails are written in. */
  languages: Languages
  mailer: Mailer
  /** The mails of a development server without SMTP_URL; null elsewhere. */
  sentMails: SentMails | null
  /** Shows a text message to a developer (SMS_URL=terminal). */
  showTextMessage(message: { to: string; text: string }): void
  webhookEndpoints: WebhookEndpoints
  outbound: OutboundFetch
  txtRecords: TxtRecords
  log: Logger
  counters: Counters
  health: Health
  now(): Date
  /** Null for a process that has its port to itself. */
  workers: Workers | null
  /** Starts the delivery of what was queued. */
  wake(): void
  /**
   * Does something after the commit of the change: at once, unless several flows make one change (`inOneTransaction`).
   */
  afterCommit(then: () => unknown): Promise<void>
}
