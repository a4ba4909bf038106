import { type Client, signsInDevices } from '../oidc/clients.ts'
import { apiScopes } from '../oidc/scopes.ts'
import { contrast, surfaces } from './color.ts'
import { acceptsDynamicClients, adviseOnDynamicClients } from './dynamic-clients.ts'
import { isLoopback } from './environment.ts'
import type { Config } from './settings.ts'

/** Where clouds hand out credentials to whoever asks from inside (SSRF). */
const metadataHosts = ['169.254.169.254', 'fd00:ec2::254', 'metadata.google.internal', '100.100.100.200']

/** More proxies in a row than a deployment has: each one that does not exist lets clients choose their own address. */
const manyProxies = 3

const hour = 3_600_000
const day = 24 * hour

/** A sentence for the operator. */
export interface Advice {
  /** In English, as `vestibule doctor` prints it. */
  text: string
  /** What the console's words call it, where they have it in every language: what operators meet most. */
  named?: { name: 'noTerms' | 'noSmtp' | 'noProxy' } | { name: 'noPkce'; client: string }
}

/** What an application might take for something that this server or the operator says. */
const telling = /role|admin|plan|tier|permission|verified/

/** Fields that people write themselves, and whose names say otherwise. */
const adviseOnFields = ({ fields }: Config): string[] =>
  fields
    .filter(({ key, writes, claim }) => claim && writes.includes('person') && telling.test(key))
    .map(
      ({ of, key }) =>
        `FIELDS_FILE lets people write ${of}.${key} themselves, and applications have it as a claim: they must not decide by it what somebody may do.`,
    )

/** What is allowed and unwise in a configuration. */
export function advise(config: Config, now: Date): Advice[] {
  const found: (string | Advice)[] = [
    ...config.warnings,
    ...adviseOnNetwork(config),
    ...adviseOnDatabase(config),
    ...adviseOnMail(config),
    ...adviseOnSms(config),
    ...adviseOnTerms(config, now),
    ...adviseOnSignUp(config),
    ...adviseOnLifetimes(config),
    ...adviseOnBrand(config),
    ...adviseOnResources(config),
    ...adviseOnFields(config),
    ...adviseOnDynamicClients(config),
    ...adviseOnSso(config),
    ...[...config.clients.values()].flatMap((client) => adviseOnClient(config, client)),
  ]
  return found.map((advice) => (typeof advice === 'string' ? { text: advice } : advice))
}

/** Owners name the identity provider of their organization, and this server fetches its metadata. */
const adviseOnSso = ({ sso, outboundAllow }: Config): string[] =>
  sso && outboundAllow.length > 0
    ? [
        `SSO is on, and owners of organizations may name the hosts of OUTBOUND_ALLOW as their identity provider: they can make this server send requests to ${outboundAllow.join(', ')}. Take the hosts out that are not meant for that.`,
      ]
    : []

function adviseOnNetwork(config: Config): (string | Advice)[] {
  const { issuer, host, trustProxy, metrics, outboundAllow, workers, processors } = config
  const advice: (string | Advice)[] = []
  if (issuer.startsWith('http:')) advice.push('ISSUER is http, which is acceptable on loopback only.')
  // This server speaks no TLS itself.
  const proxied = issuer.startsWith('https:') && !isLoopback(new URL(issuer).hostname)
  if (trustProxy === 0 && (proxied || host !== '127.0.0.1'))
    advice.push({
      text: `${proxied ? 'ISSUER is https, so a proxy is in front' : 'HOST is reachable'}, but TRUST_PROXY is 0: behind a proxy, everyone shares one network limit (LIMIT_PER_NETWORK), for example TRUST_PROXY=1.`,
      ...(proxied ? { named: { name: 'noProxy' } } : {}),
    })
  if (workers > 2 * processors)
    advice.push(
      `WORKERS is ${workers}, but there are ${processors} processors: more processes than that only take memory, for example WORKERS=auto.`,
    )
  if (trustProxy > manyProxies)
    advice.push(
      `TRUST_PROXY is ${trustProxy}: with fewer proxies in front, clients choose the address that their limits are counted by.`,
    )
  if (metrics.port !== null && metrics.token === null && host !== '127.0.0.1')
    advice.push(`METRICS_PORT listens on ${host} without METRICS_TOKEN: make sure that only your network can reach it.`)
  for (const allowed of outboundAllow.filter((entry) => metadataHosts.includes(entry.toLowerCase())))
    advice.push(`OUTBOUND_ALLOW contains ${allowed}, where a cloud hands out the credentials of this machine.`)
  for (const entry of outboundAllow.filter((entry) => !isHost(entry)))
    advice.push(
      `OUTBOUND_ALLOW contains ${entry}, which is not a host in lower case and has no effect, for example OUTBOUND_ALLOW=hooks.example.com.`,
    )
  return advice
}

/** As in a URL: a name or an address, perhaps with a port. */
const isHost = (entry: string): boolean =>
  URL.canParse(`http://${entry}`) && new URL(`http://${entry}`).host === entry.replace(/:80$/, '')

function adviseOnDatabase({ database, production }: Config): string[] {
  if (database.kind === 'sqlite')
    return production && database.relative
      ? [
          'DATABASE_URL is a path relative to the working directory: started elsewhere, the server opens another, empty database.',
        ]
      : []
  const url = URL.canParse(database.url) ? new URL(database.url) : null
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  const mode = url?.searchParams.get('sslmode') ?? ''
  const remote = host !== '' && !host.startsWith('/') && !isLoopback(host)
  return remote && ['', 'disable', 'allow', 'prefer'].includes(mode)
    ? ['DATABASE_URL connects to another machine without TLS; add ?sslmode=verify-full.']
    : []
}

function adviseOnMail({ smtpUrl, mailFrom, issuer }: Config): (string | Advice)[] {
  if (!smtpUrl) return [{ text: 'SMTP_URL is not set: codes are printed to the terminal.', named: { name: 'noSmtp' } }]
  const advice: string[] = []
  const url = new URL(smtpUrl)
  const insists =
    url.protocol === 'smtps:' || ['requireTLS', 'secure'].some((name) => url.searchParams.get(name) === 'true')
  if (!insists && !isLoopback(url.hostname))
    advice.push(
      'SMTP_URL is smtp:// without ?requireTLS=true: if the mail server offers no TLS, sign-in codes cross the network in clear text.',
    )
  if (url.protocol === 'smtps:' && ['25', '587'].includes(url.port))
    advice.push(
      `SMTP_URL is smtps:// on port ${url.port}, where mail servers begin without TLS, for example SMTP_URL=smtp://${url.host}?requireTLS=true.`,
    )
  const sender = /@([^\s<>@]+?)>?$/.exec(mailFrom)?.[1]?.toLowerCase() ?? ''
  const host = new URL(issuer).hostname
  if (!isLoopback(host) && !sharesDomain(sender, host))
    advice.push(
      `MAIL_FROM is in ${sender}, but ISSUER is ${host}: people and spam filters trust mail from the domain where they sign in.`,
    )
  return advice
}

/** A message to a distant country costs many times as much as one at home, and fraud aims at those. */
const adviseOnSms = ({ sms, production }: Config): string[] =>
  production && sms?.prefixes.length === 0
    ? ['SMS_PREFIXES is not set: codes are sent to numbers of every country. Name those where your people live.']
    : []

/** The last two labels agree, or one lies below the other. */
const sharesDomain = (a: string, b: string): boolean =>
  a === b ||
  a.endsWith(`.${b}`) ||
  b.endsWith(`.${a}`) ||
  a.split('.').slice(-2).join('.') === b.split('.').slice(-2).join('.')

function adviseOnTerms({ terms, onboarding, clients }: Config, now: Date): (string | Advice)[] {
  if (!terms)
    return [
      {
        text: 'TERMS_VERSION is not set: people are asked to accept terms only if some are published in the console.',
        named: { name: 'noTerms' },
      },
    ]
  const advice: string[] = []
  const asks = [...clients.values()].some((client) => (client.onboarding ?? onboarding).includes('terms'))
  if (!asks)
    advice.push('TERMS_VERSION is set, but no client has the step terms in ONBOARDING: nobody is asked to accept them.')
  if (terms.graceUntil && terms.graceUntil <= now)
    advice.push('TERMS_GRACE_UNTIL is in the past: everyone is asked immediately.')
  return advice
}

/** Five digits of a code can be tried on one address in a day at this rate; a mailed code has six. */
const manyFailures = 1000
/** In an hour, by everybody behind one address. */
const fewAttempts = 10

function adviseOnSignUp({ signUp, operators, limits }: Config): string[] {
  const advice: string[] = []
  if (signUp.kind === 'domains')
    for (const address of operators.filter((operator) => !signUp.domains.includes(operator.split('@').pop() ?? '')))
      advice.push(
        `OPERATORS contains ${address}, but SIGN_UP has only ${signUp.domains.join(', ')}: nobody can sign up with this address, for example SIGN_UP=domains:${[...signUp.domains, address.split('@').pop()].join(',')}.`,
      )
  for (const { count, window } of limits.perNetwork.filter(
    ({ count, window }) => count * (hour / window) < fewAttempts,
  ))
    advice.push(
      `LIMIT_PER_NETWORK lets a network begin ${count} sign-ins in ${window / 1000} seconds: an office with one address is locked out, for example LIMIT_PER_NETWORK=60/1m.`,
    )
  const perDay = Math.min(...limits.codeFailures.map(({ count, window }) => count * Math.max(1, day / window)))
  if (perDay > manyFailures)
    advice.push(
      `LIMIT_CODE_FAILURES lets ${Math.round(perDay)} wrong codes a day be tried on an address: somebody may guess one, for example LIMIT_CODE_FAILURES=10/1h,20/1d.`,
    )
  return advice
}

function adviseOnLifetimes({ ttl }: Config): string[] {
  const pairs = [
    ['SESSION_IDLE', ttl.sessionIdle, 'SESSION_MAX', ttl.sessionMax],
    ['REFRESH_TOKEN_IDLE', ttl.refreshIdle, 'REFRESH_TOKEN_MAX', ttl.refreshMax],
  ] as const
  const idle = pairs
    .filter(([, idle, , max]) => idle > max)
    .map(([idle, , max]) => `${idle} is longer than ${max} and has no effect.`)
  return ttl.refreshReuse === 0
    ? [
        ...idle,
        'REFRESH_REUSE_WINDOW is 0: a client that repeats a refresh because its answer was lost is signed out, for example REFRESH_REUSE_WINDOW=10.',
      ]
    : idle
}

function adviseOnResources(config: Config): string[] {
  const open = config.resources.filter(({ dynamicClients }) => dynamicClients !== 'none')
  if (!acceptsDynamicClients(config))
    return open.map(
      ({ variable }) => `${variable}_DYNAMIC_CLIENTS has no effect, because DYNAMIC_CLIENTS and REGISTRATION are off.`,
    )
  return open.length > 0
    ? []
    : [
        'DYNAMIC_CLIENTS or REGISTRATION is on, but no OIDC_RESOURCE_<n> is open to such clients: unless an API of the console is, they only sign people in.',
      ]
}

function adviseOnClient(config: Config, client: Client): (string | Advice)[] {
  const advice: (string | Advice)[] = []
  const name = `Client ${client.id}`
  if (!client.requirePkce && client.responseTypes.size > 0)
    advice.push({
      text: `${name} is not required to use PKCE; set REQUIRE_PKCE=true if its library supports it.`,
      named: { name: 'noPkce', client: client.id },
    })
  if (client.grantTypes.has('implicit'))
    advice.push(`${name} may use the implicit grant, which RFC 9700 advises against.`)
  const interactive =
    client.grantTypes.has('authorization_code') || client.grantTypes.has('implicit') || signsInDevices(client)
  const powers = apiScopes.filter((scope) => client.scopes.has(scope) && scope.endsWith(':write'))
  if (interactive && powers.length > 0)
    advice.push(
      `${name} signs people in and may also ask for ${powers.join(', ')}; give these scopes to a separate client.`,
    )
  if (interactive && !client.scopes.has('openid'))
    advice.push(
      `${name} has no openid in SCOPES, so it cannot ask who signed in, for example SCOPES=openid,profile,email.`,
    )
  if (client.scopes.has('offline_access') && !client.grantTypes.has('refresh_token'))
    advice.push(
      `${name} has the scope offline_access in SCOPES without the grant refresh_token, so it gets no refresh token, for example GRANT_TYPES=authorization_code,refresh_token.`,
    )
  if (client.requireConsent && client.claims.length > 0)
    advice.push(
      `${name} has REQUIRE_CONSENT, so it gets none of its CLAIMS: the page where people agree names no fields.`,
    )
  for (const uri of client.redirectUris) {
    if (uri.includes('*'))
      advice.push(`${name} has the redirect URI ${uri}: a * is matched literally and is no wildcard.`)
    if (config.production && isLoopbackUri(uri))
      advice.push(
        `${name} has the redirect URI ${uri}: in production, a program on the person's machine receives the code.`,
      )
  }
  return advice
}

/**
 * WCAG 2.2, 1.4.11: 3:1 is what a control needs. The pages adjust the color, on dark pages as a matter of
 * course, so there only an almost invisible color is reported.
 */
function adviseOnBrand({ brand: { color, logoUrl }, issuer }: Config): string[] {
  const advice =
    logoUrl?.startsWith('http:') && issuer.startsWith('https:')
      ? ['BRAND_LOGO_URL is http, and browsers show no such picture on an https page.']
      : []
  const grounds = [
    { name: 'light', paper: surfaces.light.paper, needed: 3 },
    { name: 'dark', paper: surfaces.dark.paper, needed: 1.5 },
  ]
  const faint = color ? grounds.filter((ground) => contrast(color, ground.paper) < ground.needed) : []
  return [
    ...advice,
    ...faint.map(
      ({ name }) => `BRAND_COLOR ${color} has too little contrast on ${name} pages, which show a shade of it instead.`,
    ),
  ]
}

/** A custom scheme of a native app is allowed (RFC 8252 section 7.1). */
const isLoopbackUri = (uri: string): boolean => /^https?:/i.test(uri) && isLoopback(new URL(uri).hostname)
