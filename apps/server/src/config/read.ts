import { dirname, isAbsolute, join } from 'node:path'
import { idTokenClaims, onboardingSteps } from '../oidc/clients.ts'
import { checkClients } from './client-checks.ts'
import { namesClients, readClients } from './clients.ts'
import { readSharedIssuers } from './credentials/shared-issuers.ts'
import { readFields } from './declarations/fields.ts'
import { readPermissionsFile } from './declarations/permissions.ts'
import { acceptsDynamicClients, readDynamicClients } from './dynamic-clients.ts'
import { type Environment, EnvironmentReader, isLoopback, nearMisses, urlFault } from './environment.ts'
import { exampleEnvironment, examplePorts, exampleSettings } from './example-clients.ts'
import { readBoundSessions } from './people/read-bound-sessions.ts'
import { readSocial } from './people/read-social.ts'
import { readApiKeySettings } from './read-api-keys.ts'
import { readSms, readSmsLimits } from './read-sms.ts'
import { readThemes } from './read-themes.ts'
import { readResources } from './resources.ts'
import { type Config, ConfigError } from './settings.ts'

/** What reading a configuration needs from the machine. */
export interface Machine {
  readFile(path: string): string
  /** A secret that was generated once and is stored in the data folder. Only called outside production. */
  keptSecret(folder: string): string
  cwd: string
  /** How many processors there are for this process. */
  processors: number
}

const day = 86_400

/** Checks the whole environment. Throws one `ConfigError` with every mistake. */
export function readConfig(env: Environment, machine: Machine): Config {
  const reader = new EnvironmentReader(env, machine.readFile)
  const production = reader.text('NODE_ENV') === 'production'
  const port = reader.number('PORT', 4000, { min: 0, max: 65_535, unit: 'ports' })
  const issuer = readIssuer(reader, port)
  const loopback = URL.canParse(issuer) && isLoopback(new URL(issuer).hostname)
  const database = readDatabase(reader, machine.cwd)
  const dataFolder = database.kind === 'sqlite' ? dirname(database.file) : join(machine.cwd, 'data')
  const exampleClients = !namesClients(env) && loopback && !production
  const demoPorts = readDemoPorts(reader)
  const clientEnv = exampleClients ? exampleEnvironment(demoPorts) : env
  const clientReader = exampleClients ? new EnvironmentReader(clientEnv, machine.readFile) : reader
  const clients = readClients(clientReader, clientEnv, { production, development: loopback && !production })
  const dynamic = readDynamicClients(reader)
  checkEnvironment(reader, { production, loopback, anyClient: clients.size > 0 || acceptsDynamicClients(dynamic) })
  const smtpUrl = readSmtpUrl(reader, production)
  const secrets = readSecrets(reader, production, () => machine.keptSecret(dataFolder))
  const tokens = readTokenSettings(reader)
  const warnings = checkClients(reader, { clients, secrets, issuer, dpop: tokens.dpop })
  const config: Config = {
    production,
    issuer,
    host: reader.text('HOST') ?? '127.0.0.1',
    port,
    workers: readWorkers(reader, machine.processors, smtpUrl),
    processors: machine.processors,
    database,
    dataFolder,
    secrets,
    smtpUrl,
    mailFrom: readMailFrom(reader, issuer, production),
    terms: readTerms(reader, machine.cwd),
    wordsFolder: readFolder(reader, 'WORDS_DIR', machine.cwd),
    privacyUrl: reader.url('PRIVACY_URL', 'https://example.com/privacy'),
    ...readPeopleSettings(reader, { cwd: machine.cwd, issuer }),
    ...tokens,
    limits: readAllLimits(reader, production),
    dnsResolver: readResolver(reader),
    signInLogRetention: reader.number('SIGN_IN_LOG_RETENTION', 30 * day, { min: day, max: 365 * day, unit: 'seconds' }),
    auditRetention: reader.number('AUDIT_RETENTION', 365 * day, { min: day, max: 3650 * day, unit: 'seconds' }),
    webhook: readWebhook(reader, production),
    sms: readSms(reader, production),
    trustProxy: reader.number('TRUST_PROXY', 0, { min: 0, max: 10, unit: 'proxies' }),
    outboundAllow: reader.list('OUTBOUND_ALLOW') ?? [],
    logLevel: reader.choice('LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent', 'trace'], 'info'),
    metrics: readMetrics(reader, port),
    telemetry: readTelemetry(reader),
    telemetryEndpoint: reader.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? reader.text('OTEL_EXPORTER_OTLP_ENDPOINT'),
    brand: readBrand(reader),
    themes: readThemes(reader),
    clients,
    ...dynamic,
    ...readApis(reader, env, { issuer, production, dpop: tokens.dpop }),
    ...exampleSettings(exampleClients),
    warnings: [...reader.warnings, ...warnings, ...nearMisses(env, reader.known)],
  }
  const problems = clientReader === reader ? reader.problems : [...reader.problems, ...clientReader.problems]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function checkEnvironment(
  reader: EnvironmentReader,
  { production, loopback, anyClient }: { production: boolean; loopback: boolean; anyClient: boolean },
): void {
  // Operators make clients in the console.
  if (!anyClient && reader.text('OPERATORS') === null)
    reader.fault('OIDC_CLIENT_ID_0', 'is missing: no client is registered, and no OPERATORS could make one', 'my-app')
  if (!production && !loopback && !reader.hasFault('ISSUER')) {
    reader.fault(
      'NODE_ENV',
      'is not production, but ISSUER is public: codes would be printed to the log and SECRET would be generated',
      'production',
    )
  }
}

/** How people sign up and sign in, and what they and their organizations may do. */
const readPeopleSettings = (reader: EnvironmentReader, { cwd, issuer }: { cwd: string; issuer: string }) => ({
  onboarding: reader.choices('ONBOARDING', onboardingSteps, ['terms', 'profile', 'organization']),
  codeLength: reader.number('CODE_LENGTH', 6, { min: 6, max: 8, unit: 'digits' }),
  passkeyNudge: reader.flag('PASSKEY_NUDGE', true),
  passkeyRecoveryDelay: reader.number('PASSKEY_RECOVERY_DELAY', day, { min: 0, max: 30 * day, unit: 'seconds' }),
  passkeyRelatedOrigins: readOrigins(reader),
  signUp: readSignUp(reader),
  organizationCreation: reader.choice('ORGANIZATION_CREATION', ['open', 'operators'], 'open'),
  operators: readOperators(reader),
  impersonation: reader.choice('IMPERSONATION', ['off', 'consent', 'notice'], 'off'),
  fourEyes: readFourEyes(reader),
  ...readBoundSessions(reader, issuer),
  customRoles: reader.flag('CUSTOM_ROLES', false),
  sso: reader.flag('SSO', false),
  scim: reader.flag('SCIM', false),
  enterpriseAuthorization: reader.flag('ENTERPRISE_AUTHORIZATION', false),
  sharedIssuers: readSharedIssuers(reader),
  social: readSocial(reader),
  permissions: readPermissionsFile(reader, cwd),
  fields: readFields(reader, cwd),
})

/** The APIs that tokens and keys are for. */
const readApis = (
  reader: EnvironmentReader,
  env: Environment,
  { issuer, production, dpop }: { issuer: string; production: boolean; dpop: boolean },
) => ({ resources: readResources(reader, env, { issuer, dpop }), ...readApiKeySettings(reader, production) })

const readTokenSettings = (reader: EnvironmentReader): Pick<Config, 'dpop' | 'ttl' | 'idTokenClaims'> => ({
  dpop: reader.flag('DPOP', false),
  ttl: readLifetimes(reader),
  idTokenClaims: reader.choice('ID_TOKEN_CLAIMS', idTokenClaims, 'scopes'),
})

function readLifetimes(reader: EnvironmentReader): Config['ttl'] {
  const refreshIdle = reader.number('REFRESH_TOKEN_IDLE', 14 * day, { min: 60, max: 90 * day, unit: 'seconds' })
  return {
    accessToken: reader.number('ACCESS_TOKEN_TTL', 600, { min: 30, max: 3600, unit: 'seconds' }),
    idToken: reader.number('ID_TOKEN_TTL', 600, { min: 30, max: 3600, unit: 'seconds' }),
    refreshIdle,
    // An agent may be asked something once a month only.
    dynamicRefreshIdle: reader.text('REFRESH_TOKEN_IDLE') === null ? 30 * day : refreshIdle,
    refreshMax: reader.number('REFRESH_TOKEN_MAX', 90 * day, { min: 60, max: 365 * day, unit: 'seconds' }),
    refreshReuse:
      reader.text('REFRESH_REUSE_WINDOW') === null
        ? null
        : reader.number('REFRESH_REUSE_WINDOW', 10, { min: 0, max: 300, unit: 'seconds' }),
    sessionIdle: reader.number('SESSION_IDLE', 7 * day, { min: 60, max: 30 * day, unit: 'seconds' }),
    sessionMax: reader.number('SESSION_MAX', 30 * day, { min: 60, max: 90 * day, unit: 'seconds' }),
  }
}

const readAllLimits = (reader: EnvironmentReader, production: boolean): Config['limits'] => ({
  mailPerAddress: reader.limits('LIMIT_MAIL_PER_ADDRESS', '1/30s,5/1h,10/1d', production),
  codeFailures: reader.limits('LIMIT_CODE_FAILURES', '10/1h,20/1d', production),
  perNetwork: reader.limits('LIMIT_PER_NETWORK', '60/1m', production),
  sms: readSmsLimits(reader, production),
})

const readBrand = (reader: EnvironmentReader): Config['brand'] => ({
  name: reader.text('BRAND_NAME')?.slice(0, 60) ?? 'Vestibule',
  logoUrl: reader.url('BRAND_LOGO_URL', 'https://example.com/logo.svg'),
  color: readColor(reader),
})

function readMetrics(reader: EnvironmentReader, port: number): Config['metrics'] {
  const own = reader.text('METRICS_PORT') && reader.number('METRICS_PORT', 9464, { min: 1, max: 65_535, unit: 'ports' })
  if (own === port) reader.fault('METRICS_PORT', 'is also PORT; metrics have a port of their own', '9464')
  const token = reader.secret('METRICS_TOKEN')
  if (token !== null && !/^[\x21-\x7e]{16,}$/.test(token))
    reader.fault(
      'METRICS_TOKEN',
      'must be 16 or more characters without a space',
      'the output of: openssl rand -hex 24',
    )
  return { port: own || null, token }
}

/** The variables of the OpenTelemetry specification. The SDK reads the rest of them itself. */
function readTelemetry(reader: EnvironmentReader): boolean {
  const isSet = (name: string) => !['', 'none'].includes(reader.text(name) ?? '')
  return (
    reader.text('OTEL_SDK_DISABLED')?.toLowerCase() !== 'true' &&
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
      'OTEL_TRACES_EXPORTER',
      'OTEL_LOGS_EXPORTER',
    ].some(isSet)
  )
}

/** The ports on which `npm run demo` serves the example apps. */
function readDemoPorts(reader: EnvironmentReader): readonly number[] {
  const list = reader.list('DEMO_PORTS')
  if (list === null) return examplePorts
  const ports = list.map(Number)
  if (
    ports.length === examplePorts.length &&
    ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)
  )
    return ports
  reader.fault('DEMO_PORTS', 'must be three ports', examplePorts.join(','))
  return examplePorts
}

function readIssuer(reader: EnvironmentReader, port: number): string {
  const example = 'https://id.example.com'
  const issuer = reader.text('ISSUER') ?? `http://localhost:${port}`
  const fault = urlFault(issuer, true)?.replace(
    'must be https in production',
    'must be https unless the host is loopback',
  )
  if (fault) reader.fault('ISSUER', fault, example)
  else if (issuer.includes('?')) reader.fault('ISSUER', 'must not have a query', example)
  else if (issuer.endsWith('/')) reader.fault('ISSUER', 'must not end in a slash', issuer.replace(/\/+$/, ''))
  return issuer
}

/** A development server without a mail server holds its mails in memory, where only one process has them. */
function readWorkers(reader: EnvironmentReader, processors: number, smtpUrl: string | null): number {
  const text = reader.text('WORKERS')
  const wanted =
    text === 'auto' ? processors : reader.number('WORKERS', 1, { min: 1, max: 256, unit: 'workers, or auto' })
  if (wanted === 1 || smtpUrl !== null) return wanted
  if (text !== 'auto')
    reader.warn('WORKERS has no effect without SMTP_URL: the mailbox is in the memory of one process.')
  return 1
}

function readDatabase(reader: EnvironmentReader, cwd: string): Config['database'] {
  const url = reader.secret('DATABASE_URL') ?? 'file:./data/vestibule.db'
  if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgresql', url }
  if (!url.startsWith('file:') || url.length <= 'file:'.length) {
    reader.fault('DATABASE_URL', 'must begin with file: or postgresql://', 'file:./data/vestibule.db')
  }
  const path = url.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  return isAbsolute(path) ? { kind: 'sqlite', file: path } : { kind: 'sqlite', file: join(cwd, path), relative: true }
}

function readSecrets(reader: EnvironmentReader, production: boolean, kept: () => string): string[] {
  const example = 'the output of: openssl rand -base64 48'
  const text = reader.secret('SECRET')
  if (text === null) {
    if (production) reader.fault('SECRET', 'is missing; it is required in production', example)
    return production ? [] : [kept()]
  }
  const secrets = text.split(',').map((secret) => secret.trim())
  for (const secret of secrets) {
    if (Buffer.byteLength(secret) < 32) reader.fault('SECRET', 'is shorter than 32 bytes', example)
    else if (new Set(secret).size < 10 || /change.?me|example|replace|your.?secret|password/i.test(secret)) {
      reader.fault('SECRET', 'is a placeholder or too regular', example)
    }
  }
  if (new Set(secrets).size !== secrets.length) reader.fault('SECRET', 'contains the same secret twice', example)
  return secrets
}

function readSmtpUrl(reader: EnvironmentReader, production: boolean): string | null {
  const url = reader.secret('SMTP_URL')
  const example = 'smtps://user:password@mail.example.com'
  if (url === null) {
    if (production) reader.fault('SMTP_URL', 'is missing; it is required in production', example)
    return null
  }
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url))
    reader.fault('SMTP_URL', 'must begin with smtp:// or smtps://', example)
  return url
}

function readMailFrom(reader: EnvironmentReader, issuer: string, production: boolean): string {
  const text = reader.text('MAIL_FROM')
  if (text === null) {
    if (production) reader.fault('MAIL_FROM', 'is missing; it is required in production', 'Acme <sign-in@acme.com>')
    return `sign-in@${URL.canParse(issuer) ? new URL(issuer).hostname : 'localhost'}`
  }
  if (!/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text)) {
    reader.fault('MAIL_FROM', 'is not an address', 'Acme <sign-in@acme.com>')
  }
  return text
}

/** What a version of the terms may be called, in the environment and in the console. */
export const isTermsVersion = (text: string): boolean => /^[\w.:-]{1,64}$/.test(text)

function readTerms(reader: EnvironmentReader, cwd: string): Config['terms'] {
  const version = reader.text('TERMS_VERSION')
  const url = reader.url('TERMS_URL', 'https://example.com/terms')
  const file = reader.text('TERMS_FILE')
  if (version === null) {
    if (url || file) reader.fault('TERMS_VERSION', 'is missing, but the terms are set', '2026-11-01')
    return null
  }
  if (!isTermsVersion(version))
    reader.fault('TERMS_VERSION', 'must be 1 to 64 letters, digits, dots, colons, or dashes', '2026-11-01')
  if (Boolean(url) === Boolean(file) && !reader.hasFault('TERMS_URL')) {
    reader.fault('TERMS_URL', 'or TERMS_FILE must be set, and only one of them', 'https://example.com/terms')
  }
  const grace = reader.text('TERMS_GRACE_UNTIL')
  const graceUntil = grace === null || Number.isNaN(Date.parse(grace)) ? null : new Date(grace)
  if (grace !== null && !graceUntil) reader.fault('TERMS_GRACE_UNTIL', 'is not a date', '2027-01-31')
  const path = file && (isAbsolute(file) ? file : join(cwd, file))
  return { version, url, file: path, text: path && reader.file('TERMS_FILE', path), graceUntil }
}

function readFolder(reader: EnvironmentReader, name: string, cwd: string): string | null {
  const folder = reader.text(name)
  return folder && (isAbsolute(folder) ? folder : join(cwd, folder))
}

function readSignUp(reader: EnvironmentReader): Config['signUp'] {
  const text = reader.text('SIGN_UP') ?? 'open'
  if (text === 'open' || text === 'invited') return { kind: text }
  if (text.startsWith('domains:')) {
    const domains = text
      .slice('domains:'.length)
      .split(',')
      .map((domain) => domain.trim().toLowerCase())
      .filter(Boolean)
    if (domains.length > 0 && domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)))
      return { kind: 'domains', domains }
  }
  reader.fault(
    'SIGN_UP',
    'must be open, invited, or domains: followed by a list of domains',
    'domains:acme.com,acme.org',
  )
  return { kind: 'invited' }
}

function readOperators(reader: EnvironmentReader): string[] {
  const addresses = (reader.list('OPERATORS') ?? []).map((address) => address.toLowerCase())
  for (const address of addresses) {
    if (!/^[^\s@,]+@[^\s@,.]+(?:\.[^\s@,.]+)+$/.test(address))
      reader.fault('OPERATORS', `contains "${address}", which is not an address`, 'ops@acme.com,ada@acme.com')
  }
  return addresses
}

/** A second operator has to confirm: one of the operators must not have their role from the console. */
function readFourEyes(reader: EnvironmentReader): boolean {
  const on = reader.flag('FOUR_EYES', false)
  const operators = new Set((reader.list('OPERATORS') ?? []).map((address) => address.toLowerCase()))
  if (on && operators.size < 2 && !reader.hasFault('OPERATORS'))
    reader.fault(
      'OPERATORS',
      'names fewer than two addresses, but FOUR_EYES is on: a second operator has to confirm',
      'ops@acme.com,ada@acme.com',
    )
  return on
}

function readResolver(reader: EnvironmentReader): string | null {
  const text = reader.text('DNS_RESOLVER')
  if (text === null || /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(text)) return text
  reader.fault('DNS_RESOLVER', 'must be an IP address with an optional port', '127.0.0.1:53')
  return null
}

function readWebhook(reader: EnvironmentReader, production: boolean): Config['webhook'] {
  const url = reader.url('WEBHOOK_URL', 'https://app.example.com/webhooks/vestibule', { httpsOnly: production })
  if (url === null && reader.secret('WEBHOOK_SECRET') === null) return null
  if (url === null && !reader.hasFault('WEBHOOK_URL'))
    reader.fault('WEBHOOK_URL', 'is missing, but WEBHOOK_SECRET is set', 'https://app.example.com/webhooks')
  const bytes = reader.signingKey('WEBHOOK_SECRET')
  return url && bytes ? { url, secret: bytes } : null
}

function readOrigins(reader: EnvironmentReader): string[] {
  const name = 'PASSKEY_RELATED_ORIGINS'
  const origins = reader.list(name) ?? []
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : null
    if (url?.origin !== origin || (url.protocol !== 'https:' && !isLoopback(url.hostname)))
      reader.fault(
        name,
        `contains "${origin}", which is not an https origin`,
        'https://app.example.com,https://acme.org',
      )
  }
  return origins
}

function readColor(reader: EnvironmentReader): string | null {
  const text = reader.text('BRAND_COLOR')
  if (text === null || /^#[0-9a-f]{6}$/i.test(text)) return text
  reader.fault('BRAND_COLOR', 'must be a color of six hexadecimal digits', '#1f6f54')
  return null
}
