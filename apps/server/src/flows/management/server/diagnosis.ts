import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { readClientMetadata } from '../../../config/client-metadata.ts'
import { isLoopback } from '../../../config/environment.ts'
import { outboundRules } from '../../../config/outbound.ts'
import type { Config } from '../../../config/settings.ts'
import { Keyring } from '../../../crypto/keyring.ts'
import { verifySmtp } from '../../../mail/mailer.ts'
import type { Client } from '../../../oidc/clients.ts'
import { type TxtRecords, txtResolver } from '../../../outbound/dns.ts'
import { type OutboundFetch, outboundFetch } from '../../../outbound/fetch.ts'
import { isInternal } from '../../../outbound/private-networks.ts'
import { type ProbedDatabase, probeDatabase, UnusableFile } from '../../../store/connections/probe.ts'
import type { Finding } from './finding.ts'
import { examineIdentityProviders } from './identity-providers.ts'
import { examineWorkloads } from './workloads.ts'

export type { Finding } from './finding.ts'

/** How long database, mail server and DNS may take to answer, in milliseconds. */
const timeout = 5000

/** Checks what the server depends on: database, mail server, other issuers, and the names it will look up. Changes nothing. */
export async function diagnose(
  config: Config,
  txtRecords: TxtRecords = txtResolver(config.dnsResolver),
  outbound: OutboundFetch = outboundFetch(outboundRules(config)),
): Promise<Finding[]> {
  const database = askDatabase(config)
  const findings = await Promise.all([
    askPort(config),
    askTelemetry(config),
    askResolver(config, txtRecords),
    askMailServer(config),
    askSender(config, txtRecords),
    askIssuer(config),
    ...outboundAddressesOf(config).map((address) => askOutbound(config, address)),
  ])
  const { findings: ofDatabase, workloads, connections } = await database
  const examined = await Promise.all([
    examineWorkloads(outbound, [...config.clients.values(), ...workloads]),
    examineIdentityProviders({ config, outbound }, connections),
  ])
  return [...ofDatabase, ...findings.filter((finding) => finding !== null), ...examined.flat()]
}

/** The code of an error, never its message: a driver's message may repeat the connection string. */
const codeOf = (error: unknown): string => {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name, responseCode].filter(Boolean).join(' ')
}

interface AskedDatabase {
  findings: Finding[]
  /** Its clients that authenticate by the token of another issuer. */
  workloads: Client[]
  connections: readonly { issuer: string; state: string }[]
}

async function askDatabase(config: Config): Promise<AskedDatabase> {
  try {
    const found = await probeDatabase(config.database, timeout)
    const what = found.exists
      ? `The database answers; ${found.migrations.length} migrations are applied.`
      : 'The database does not exist yet: the first start makes it.'
    const faults = found.exists ? faultsOf(config, found) : []
    const connections = found.exists ? found.connections : []
    return { findings: [{ state: 'ok', what }, ...faults], workloads: workloadsIn(config, found), connections }
  } catch (error) {
    const what =
      error instanceof UnusableFile
        ? `DATABASE_URL: ${error.message}`
        : `The database cannot be opened (${codeOf(error)}): check DATABASE_URL.`
    return { findings: [{ state: 'failed', what }], workloads: [], connections: [] }
  }
}

function faultsOf(
  { secrets }: Config,
  { sealedKey, privacyFault, sessionFault }: ProbedDatabase & { exists: true },
): Finding[] {
  const faults: Finding[] = []
  if (sealedKey !== null && !new Keyring(secrets).open('signing-key', sealedKey))
    faults.push({
      state: 'failed',
      what: 'SECRET is not the one of this database: its keys cannot be opened. Set the SECRET that it was made with, for example SECRET=<new>,<old> while you change it.',
    })
  if (sessionFault !== null) faults.push({ state: 'failed', what: sessionFault })
  if (privacyFault !== null) faults.push({ state: 'unwise', what: `DATABASE_URL: ${privacyFault}` })
  return faults
}

/** Listens for a moment, never on a port that workers share. A port in use is most likely this server. */
async function askPort({ port, host }: Config): Promise<Finding | null> {
  const server = createServer()
  try {
    await once(server.listen({ port, host, exclusive: true }), 'listening')
    return null
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') return null
    const what =
      code === 'EACCES'
        ? `PORT is ${port}, and this user may not listen there (EACCES): take one above 1023, for example PORT=4000.`
        : `HOST is ${host}, and nothing can listen on it here (${code}), for example HOST=127.0.0.1.`
    return { state: 'failed', what }
  } finally {
    server.close()
  }
}

/** Without it the server works, and its traces are lost. */
async function askTelemetry({ telemetryEndpoint }: Config): Promise<Finding | null> {
  if (telemetryEndpoint === null || !URL.canParse(telemetryEndpoint)) return null
  const { hostname, port, protocol } = new URL(telemetryEndpoint)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout,
  })
  try {
    await Promise.race([
      once(socket, 'connect'),
      once(socket, 'timeout').then(() => Promise.reject({ code: 'ETIMEDOUT' })),
    ])
    return { state: 'ok', what: `${hostname} (OTEL_EXPORTER_OTLP_ENDPOINT) takes connections.` }
  } catch (error) {
    return {
      state: 'unwise',
      what: `OTEL_EXPORTER_OTLP_ENDPOINT: nobody answers at ${hostname} (${codeOf(error)}), so traces are lost, for example http://127.0.0.1:4318.`,
    }
  } finally {
    socket.destroy()
  }
}

/** A name that does not exist is an answer too. */
async function askResolver({ dnsResolver }: Config, txtRecords: TxtRecords): Promise<Finding | null> {
  if (dnsResolver === null || (await txtRecords('example.com')) !== null) return null
  return {
    state: 'failed',
    what: `DNS_RESOLVER is ${dnsResolver}, which does not answer: no domain can be proven, for example DNS_RESOLVER=127.0.0.1:53.`,
  }
}

/** The environment wins over a client of the same id. */
const workloadsIn = (config: Config, found: ProbedDatabase): Client[] =>
  (found.exists ? found.workloads : [])
    .filter(({ id }) => !config.clients.has(id))
    .map(({ id, metadata }) => readClientMetadata(config, id, JSON.parse(metadata), []).client)

async function askMailServer({ smtpUrl }: Config): Promise<Finding | null> {
  if (!smtpUrl) return null
  try {
    await verifySmtp(smtpUrl, timeout)
    return { state: 'ok', what: 'The mail server accepts this connection and sign-in.' }
  } catch (error) {
    return { state: 'failed', what: `The mail server refuses or does not answer (${codeOf(error)}): check SMTP_URL.` }
  }
}

/** RFC 7208: without an SPF record, receivers have no way to tell our mails from forged ones. */
async function askSender({ smtpUrl, mailFrom }: Config, txtRecords: TxtRecords): Promise<Finding | null> {
  const domain = /@([^\s<>@]+?)>?$/.exec(mailFrom)?.[1]
  if (!smtpUrl || !domain || isLoopback(domain)) return null
  const records = await txtRecords(domain)
  if (records === null)
    return {
      state: 'unwise',
      what: `The DNS gives no answer about ${domain} (MAIL_FROM), nor whether it has an SPF record.`,
    }
  return records.some((record) => /^v=spf1( |$)/i.test(record))
    ? { state: 'ok', what: `${domain} (MAIL_FROM) has an SPF record.` }
    : { state: 'unwise', what: `${domain} (MAIL_FROM) shows no SPF record: mails may end up as spam.` }
}

async function askIssuer({ issuer }: Config): Promise<Finding | null> {
  const { hostname } = new URL(issuer)
  if (isLoopback(hostname)) return null
  const addresses = await addressesOf(hostname)
  return addresses.length > 0
    ? { state: 'ok', what: `${hostname} (ISSUER) resolves.` }
    : { state: 'unwise', what: `${hostname} (ISSUER) does not resolve from here.` }
}

interface OutboundAddress {
  /** The name of its setting, for the operator. */
  setting: string
  uri: string | null
}

/** Every address that the server itself will call. */
const outboundAddressesOf = ({ clients, webhook, sms }: Config): OutboundAddress[] => [
  ...[...clients.values()].flatMap(({ id, jwksUri, backchannelLogoutUri }) => [
    { setting: `JWKS_URI of client ${id}`, uri: jwksUri },
    { setting: `BACKCHANNEL_LOGOUT_URI of client ${id}`, uri: backchannelLogoutUri },
  ]),
  { setting: 'WEBHOOK_URL', uri: webhook?.url ?? null },
  { setting: 'SMS_URL', uri: sms?.gateway.kind === 'http' ? sms.gateway.url : null },
]

async function askOutbound(config: Config, { setting, uri }: OutboundAddress): Promise<Finding | null> {
  if (uri === null) return null
  const { hostname, host } = new URL(uri)
  const allowed = config.outboundAllow.includes(hostname) || config.outboundAllow.includes(host)
  const development = !config.production && isLoopback(new URL(config.issuer).hostname) && isLoopback(hostname)
  if (allowed || development) return null
  const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''))
  if (addresses.length === 0) return { state: 'unwise', what: `${hostname} (${setting}) does not resolve from here.` }
  return addresses.some(isInternal)
    ? {
        state: 'unwise',
        what: `${hostname} (${setting}) is a private address, which this server refuses to call; if that is meant, name the host in OUTBOUND_ALLOW.`,
      }
    : { state: 'ok', what: `${hostname} (${setting}) resolves to a public address.` }
}

async function addressesOf(hostname: string): Promise<string[]> {
  const late = new Promise<never[]>((resolve) => setTimeout(() => resolve([]), timeout).unref())
  const found = lookup(hostname, { all: true }).then(
    (entries) => entries.map(({ address }) => address),
    () => [],
  )
  return Promise.race([found, late])
}
