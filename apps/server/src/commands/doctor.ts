import { advise } from '../config/advice.ts'
import type { Config, SmsGateway } from '../config/settings.ts'
import { loadConfig } from '../config.ts'
import { diagnose } from '../flows/management/server/diagnosis.ts'
import type { Command } from './command.ts'

/** The configuration without anything secret: what is not known to be harmless is left out or redacted. */
export const shown = (config: Config): Record<string, unknown> => {
  const { warnings: _shownBelow, ...settings } = config
  return {
    ...settings,
    secrets: `${config.secrets.length} (redacted)`,
    webhook: config.webhook && { url: redactUrl(config.webhook.url), secret: '(redacted)' },
    social: Object.fromEntries(
      Object.entries(config.social).map(([name, client]) => [name, client && { clientId: client.clientId }]),
    ),
    sms: config.sms && { ...config.sms, gateway: shownGateway(config.sms.gateway) },
    metrics: { ...config.metrics, token: config.metrics.token && '(redacted)' },
    telemetryEndpoint: config.telemetryEndpoint && redactUrl(config.telemetryEndpoint),
    smtpUrl: config.smtpUrl && redactUrl(config.smtpUrl),
    database:
      config.database.kind === 'sqlite' ? config.database : { kind: 'postgresql', url: redactUrl(config.database.url) },
    terms: config.terms && { ...config.terms, text: undefined },
    clients: [...config.clients.values()].map(({ id, tokenAuthMethods, redirectUris, federated }) => ({
      id,
      tokenAuthMethods,
      redirectUris,
      ...(federated ? { federated } : {}),
    })),
  }
}

const shownGateway = (gateway: SmsGateway) =>
  gateway.kind === 'http' ? { url: redactUrl(gateway.url), secret: '(redacted)' } : gateway

const listed = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  - ${line}`).join('\n')}`

export const doctor: Command = {
  about: 'show the redacted configuration; check database, mail server, DNS, and issuers of workloads; give advice',
  more: 'Changes nothing. Exits with status 1 if something keeps the server from working.',
  async run() {
    const config = loadConfig({ readOnly: true })
    console.log(JSON.stringify(shown(config), null, 2))
    const findings = await diagnose(config)
    const withState = (state: string) => findings.filter((finding) => finding.state === state).map(({ what }) => what)
    const unwise = [...advise(config, new Date()).map(({ text }) => text), ...withState('unwise')]
    const failed = withState('failed')
    console.log(listed('Checked', withState('ok')))
    console.log(listed('Failed', failed))
    console.log(listed('Advice', unwise))
    if (failed.length + unwise.length === 0) console.log('\nNo problems found.')
    if (failed.length > 0) process.exitCode = 1
  },
}

/** Parameters of a connection URL that hold no secret. Whatever is not named here is not shown. */
const harmless = new Set([
  'application_name',
  'connect_timeout',
  'connection_limit',
  'host',
  'name',
  'pool_timeout',
  'port',
  'requireTLS',
  'schema',
  'secure',
  'sslmode',
  'tls.rejectUnauthorized',
])

/** A URL without its user name, password, fragment and the values of unknown parameters. */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return '(redacted)'
  const url = new URL(text)
  if (url.username) url.username = '***'
  if (url.password) url.password = '***'
  for (const name of [...new Set(url.searchParams.keys())]) if (!harmless.has(name)) url.searchParams.set(name, '***')
  url.hash = ''
  return url.href
}
