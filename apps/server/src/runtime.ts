import { AsyncResource } from 'node:async_hooks'
import { join } from 'node:path'
import type { Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { BackgroundWork } from './background/background-work.ts'
import { isDevelopmentServer } from './config/environment.ts'
import { outboundRules } from './config/outbound.ts'
import { type Config, ConfigError } from './config/settings.ts'
import { Keyring } from './crypto/keyring.ts'
import { mailBrand } from './flows/delivery/mail-brand.ts'
import { resealConnectionSecrets } from './flows/federation/connection-secrets.ts'
import { deviceLabel, knownDevice } from './flows/identity/device-labels.ts'
import { AddressKeys } from './flows/platform/address-keys.ts'
import { ClientDirectory } from './flows/platform/clients/client-directory.ts'
import { clientSources } from './flows/platform/clients/client-documents.ts'
import { ClientRules } from './flows/platform/clients/client-rules.ts'
import { RegisteredClients } from './flows/platform/clients/registered-clients.ts'
import { type Counters, notCounted } from './flows/platform/counters.ts'
import type { Deps } from './flows/platform/deps.ts'
import { FieldDirectory } from './flows/platform/fields/field-directory.ts'
import { recordFieldsOfFile } from './flows/platform/fields/fields-of-file.ts'
import { Health } from './flows/platform/health.ts'
import { ClientKeys } from './flows/platform/keys/client-keys.ts'
import { IssuerKeys } from './flows/platform/keys/issuer-keys.ts'
import { ReportKeys } from './flows/platform/keys/report-keys.ts'
import { SigningKeys } from './flows/platform/keys/signing-keys.ts'
import { IdentityProviders } from './flows/platform/providers/identity-providers.ts'
import { ResourceDirectory } from './flows/platform/resources/resource-directory.ts'
import { PermissionDirectory } from './flows/platform/rights/permission-directory.ts'
import { SeenProofs } from './flows/platform/seen-proofs.ts'
import { SignInLog } from './flows/platform/sign-in-log.ts'
import { recordTermsVersion } from './flows/platform/terms.ts'
import { TermsInForce } from './flows/platform/terms-in-force.ts'
import { PublishedThemes } from './flows/platform/themes/published-themes.ts'
import { VerifiedTokens } from './flows/platform/verified-tokens.ts'
import { resealWebhookSecrets, WebhookEndpoints } from './flows/platform/webhook-endpoints.ts'
import { compose } from './mail/compose.ts'
import { type ComposeMail, type Mailer, smtpMailer, terminalMailer, terminalTextMessages } from './mail/mailer.ts'
import { SentMails } from './mail/sent-mails.ts'
import { txtResolver } from './outbound/dns.ts'
import { outboundFetch } from './outbound/fetch.ts'
import { type Database, openDatabase } from './store/connections/database.ts'
import type { Instrumentation } from './telemetry/instrumentation.ts'
import { type Languages, loadLanguages } from './words/languages.ts'

/** The folder of SQL files, one folder per kind of database. */
export const migrations = join(import.meta.dirname, '..', 'migrations')

/** A server without its HTTP: the dependencies of the flows, and the work in the background. */
export interface Runtime {
  deps: Deps
  /** Starts the work in the background: delivery, keys, sweeping. */
  begin(): void
  /** For a command, which ends soon: delivers what is queued, for at most `timeout` milliseconds. */
  deliver(timeout: number): Promise<void>
  /** Finishes what was begun, and closes the database. */
  end(): Promise<void>
}

interface RuntimeOptions {
  config: Config
  log: Logger
  migrations: string
  now: () => Date
  print?: (text: string) => void
  mailer?: Mailer
  counters?: Counters
  instrumentation?: Instrumentation | null
  /** For a worker (workers/). */
  workers?: NonNullable<Deps['workers']>
}

/** Seals again what an older SECRET has sealed. */
async function resealSecrets(deps: Parameters<typeof resealWebhookSecrets>[0] & { db: Database }): Promise<void> {
  await resealWebhookSecrets(deps)
  await resealConnectionSecrets(deps.db, deps.keyring)
}

/** Opens the database, loads the keys and puts the dependencies together. Two runtimes in one process share nothing. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, log, migrations, now, counters = notCounted, instrumentation } = options
  const languages = await openLanguages(options)
  const opened = await openDatabase(config.database, migrations, { shared: config.workers > 1 })
  const db = instrumentation?.database(opened, config.database.kind) ?? opened
  const keyring = new Keyring(config.secrets)
  const webhookEndpoints = await WebhookEndpoints.load({ db, config })
  if (config.secrets.length > 1) await resealSecrets({ db, keyring, webhookEndpoints })
  const keys = await SigningKeys.load({ db, keyring, now, webhookEndpoints })
  const addressKeys = await AddressKeys.load({ db, keyring, now })
  const health = new Health(db, log, now)
  const guarded = outboundFetch(outboundRules(config), config.dnsResolver)
  const outbound = instrumentation?.outbound(guarded) ?? guarded
  const sentMails = showsMails(options) ? new SentMails() : null
  const themes = new PublishedThemes({ db, config, now })
  const mailer = createMailer(options, { themes, languages, sentMails })
  const deps: Deps = {
    version: manifest.version,
    config,
    db,
    keyring,
    keys,
    ...(await openClients({ config, db, outbound, log, now })),
    clientKeys: new ClientKeys(outbound),
    issuerKeys: new IssuerKeys({ outbound, now }),
    identityProviders: new IdentityProviders({ outbound, config, now }),
    reportKeys: config.secretScanning && new ReportKeys(config.secretScanning.keysUrl, { outbound, log, now }),
    addressKeys,
    signInLog: new SignInLog({
      db,
      addressKeys,
      now,
      deviceLabel,
      report: reporter({ health, log }, 'writing the sign-in log'),
    }),
    ...{ verifiedTokens: new VerifiedTokens(), seenProofs: new SeenProofs() },
    webhookEndpoints,
    themes,
    terms: new TermsInForce({ db, config, now }),
    languages,
    mailer: instrumentation?.mailer(mailer) ?? mailer,
    sentMails,
    showTextMessage: showsTextMessages(options, sentMails),
    outbound,
    txtRecords: txtResolver(config.dnsResolver),
    log,
    counters,
    health,
    now,
    workers: options.workers ?? null,
    // The caller may be inside a transaction; what it wakes is no part of it.
    wake: AsyncResource.bind(() => background.wake()),
    afterCommit: async (then) => {
      await then()
    },
  }
  const background = new BackgroundWork(deps)
  await recordConfiguration(deps)
  return runtimeOf(deps, background)
}

/** What the database has to know of this configuration. @throws an Error if it was shown to people as another one before */
async function recordConfiguration(deps: Deps): Promise<void> {
  await recordTermsVersion(deps)
  await recordFieldsOfFile(deps)
  await deps.terms.load()
}

/** Clients from wherever they come, and the APIs that they have tokens for. */
async function openClients(deps: Pick<Deps, 'config' | 'db' | 'outbound' | 'log' | 'now'>) {
  const resources = await ResourceDirectory.load(deps)
  const permissions = await PermissionDirectory.load(deps)
  const clientRules = await ClientRules.load(deps)
  const registeredClients =
    deps.config.registration === 'off' ? null : new RegisteredClients({ ...deps, clientRules, resources })
  const sources = clientSources({ ...deps, clientRules, registeredClients })
  return {
    clients: await ClientDirectory.load({ ...deps, sources }),
    clientRules,
    registeredClients,
    resources,
    permissions,
    fields: await FieldDirectory.load(deps),
  }
}

/** @throws ConfigError with every mistake in the operator's words */
async function openLanguages({ config, log }: RuntimeOptions): Promise<Languages> {
  const { languages, mistakes, notes } = await loadLanguages(config.wordsFolder)
  if (mistakes.length > 0)
    throw new ConfigError([
      { variable: 'WORDS_DIR', fault: ['has mistakes:', ...mistakes].join('\n    '), example: './words' },
    ])
  for (const note of notes) log.warn(`WORDS_DIR: ${note}`)
  return languages
}

const runtimeOf = (deps: Deps, background: BackgroundWork): Runtime => ({
  deps,
  begin: () => background.begin(),
  deliver: (timeout) => background.deliver(timeout),
  async end() {
    await background.end()
    await deps.signInLog.flush()
    deps.mailer.close()
    await deps.db.close()
  },
})

/** Logs what failed beside the requests. */
const reporter =
  ({ health, log }: Pick<Deps, 'health' | 'log'>, name: string) =>
  (error: unknown): void => {
    if (!health.report(error)) log.error({ err: error }, `${name} failed`)
  }

/** A development server without a mail server shows its mails on a page of its own. */
const showsMails = ({ config, mailer }: RuntimeOptions): boolean =>
  !mailer && !config.smtpUrl && isDevelopmentServer(config)

const showsTextMessages = ({ log, print = console.log }: RuntimeOptions, sentMails: SentMails | null) =>
  terminalTextMessages(log.isLevelEnabled('info') ? print : null, sentMails)

function createMailer(
  { config, mailer, log, print = console.log }: RuntimeOptions,
  { themes, languages, sentMails }: Pick<Deps, 'themes' | 'languages' | 'sentMails'>,
): Mailer {
  if (mailer) return mailer
  const composeMail: ComposeMail = async (mail) =>
    compose(mail, await mailBrand({ config, themes }, mail), languages, await knownDevice(mail.userAgent))
  return config.smtpUrl
    ? smtpMailer(config.smtpUrl, config.mailFrom, composeMail)
    : terminalMailer(composeMail, sentMails && !log.isLevelEnabled('info') ? null : print, sentMails)
}
