import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { doctor, redactUrl, shown } from '../src/commands/doctor.ts'
import { advise } from '../src/config/advice.ts'
import type { Environment } from '../src/config/environment.ts'
import { readConfig } from '../src/config/read.ts'
import { ConfigError } from '../src/config/settings.ts'
import { Keyring } from '../src/crypto/keyring.ts'
import { diagnose } from '../src/flows/management/server/diagnosis.ts'
import { Languages } from '../src/words/languages.ts'
import { openMailbox } from './support/mailbox.ts'

// What an operator types wrong is told: at the start, or by `vestibule doctor` (docs/operations.md).

const secret = 'Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u'
const clientSecret = 'a-client-secret-of-good-length'
/** Nothing unwise in it. */
const sound: Environment = {
  TRUST_PROXY: '1',
  NODE_ENV: 'production',
  ISSUER: 'https://id.acme.test',
  SECRET: secret,
  SMTP_URL: 'smtps://user:smtp-password@mail.acme.test',
  MAIL_FROM: 'Acme <sign-in@acme.test>',
  DATABASE_URL: 'postgresql://vestibule:db-password@db.acme.test/vestibule?sslmode=verify-full',
  TERMS_VERSION: '1',
  TERMS_URL: 'https://acme.test/terms',
  OIDC_CLIENT_ID_0: 'web',
  OIDC_CLIENT_0_SECRET: clientSecret,
  OIDC_CLIENT_0_REDIRECT_URIS: 'https://app.acme.test/cb',
  OIDC_CLIENT_0_REQUIRE_PKCE: 'true',
}
const read = (changes: Environment) =>
  readConfig({ ...sound, ...changes }, { readFile: () => secret, keptSecret: () => secret, cwd: '/srv', processors: 2 })
const found = (changes: Environment) => advise(read(changes), new Date('2026-11-22'))
const advice = (changes: Environment): string =>
  found(changes)
    .map(({ text }) => text)
    .join('\n')
const faults = (changes: Environment): string => {
  try {
    read(changes)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('a sound configuration gets no advice', () => {
  expect(advice({})).toBe('')
  expect(advice({ BRAND_COLOR: '#1f6f54' })).toBe('')
  expect(advice({ OUTBOUND_ALLOW: 'hooks.acme.test,hooks.acme.test:80,10.0.0.7:8080,[fd00::1]' })).toBe('')
  // These look wrong, and work.
  expect(advice({ ISSUER: 'https://ID.Acme.Test', MAIL_FROM: 'Acme, Inc. <sign-in@acme.test>' })).toBe('')
})

describe('doctor speaks of', () => {
  test.each<[what: string, changes: Environment, says: RegExp]>([
    [
      'strangers who bring their own application',
      { DYNAMIC_CLIENTS: 'open', DYNAMIC_CLIENTS_SIGN_UP: 'on', TRUST_PROXY: '1' },
      /set DYNAMIC_CLIENTS_SIGN_UP=off/,
    ],
    [
      'strangers who name a host of the private network',
      { DYNAMIC_CLIENTS: 'open', OUTBOUND_ALLOW: 'hooks.acme.test', TRUST_PROXY: '1' },
      /send GET requests to hooks\.acme\.test/,
    ],
    [
      'owners who name a host of the private network',
      { SSO: 'on', OUTBOUND_ALLOW: 'keycloak.acme.test' },
      /SSO is on.*send requests to keycloak\.acme\.test/,
    ],
    [
      'one limit for all clients behind a proxy',
      { DYNAMIC_CLIENTS: 'listed', DYNAMIC_CLIENTS_LISTED: 'claude.ai', TRUST_PROXY: '0' },
      /ISSUER is https, so a proxy is in front, but TRUST_PROXY is 0/,
    ],
    ['one limit for everybody behind a proxy', { TRUST_PROXY: '' }, /TRUST_PROXY is 0.*for example TRUST_PROXY=1/],
    [
      'offline_access that yields no refresh token',
      { OIDC_CLIENT_0_SCOPES: 'openid,offline_access' },
      /Client web has the scope offline_access .* without the grant refresh_token/,
    ],
    [
      'an operator who may not sign up',
      { SIGN_UP: 'domains:acme.com', OPERATORS: 'ops@acme.com,ada@acme.org' },
      /OPERATORS contains ada@acme\.org.*for example SIGN_UP=domains:acme\.com,acme\.org/,
    ],
    ['more workers than processors', { WORKERS: '64' }, /WORKERS is 64, but there are 2 processors.*WORKERS=auto/],
    [
      'codes that may be guessed',
      { LIMIT_CODE_FAILURES: '100000/1m' },
      /LIMIT_CODE_FAILURES lets .*for example LIMIT_CODE_FAILURES=10\/1h,20\/1d/,
    ],
    ['refreshes that may not be repeated', { REFRESH_REUSE_WINDOW: '0' }, /REFRESH_REUSE_WINDOW is 0.*=10/],
    [
      'an office that is locked out',
      { LIMIT_PER_NETWORK: '1/1d' },
      /LIMIT_PER_NETWORK lets a network begin 1 sign-ins/,
    ],
    [
      'TLS where mail servers begin without',
      { SMTP_URL: 'smtps://mail.acme.test:587' },
      /SMTP_URL is smtps:\/\/ on port 587.*smtp:\/\/mail\.acme\.test:587\?requireTLS=true/,
    ],
    [
      'a URL as a host',
      { OUTBOUND_ALLOW: 'https://hooks.acme.test/' },
      /OUTBOUND_ALLOW contains https:.*has no effect/,
    ],
    [
      'a network as a host',
      { OUTBOUND_ALLOW: '10.0.0.0/8' },
      /OUTBOUND_ALLOW contains 10\.0\.0\.0\/8, which is not a host/,
    ],
    ['a host in capitals', { OUTBOUND_ALLOW: 'Hooks.acme.test' }, /OUTBOUND_ALLOW contains Hooks.*lower case/],
    ['a logo that no browser shows', { BRAND_LOGO_URL: 'http://acme.test/l.png' }, /BRAND_LOGO_URL is http/],
    ['sign-in without openid', { OIDC_CLIENT_0_SCOPES: 'profile,email' }, /Client web has no openid in SCOPES/],
    ['mail without TLS', { SMTP_URL: 'smtp://mail.acme.test' }, /SMTP_URL is smtp:\/\/ without \?requireTLS/],
    [
      'an API that is open to clients that cannot come',
      { OIDC_RESOURCE_0: 'https://api.acme.test', OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'any' },
      /OIDC_RESOURCE_0_DYNAMIC_CLIENTS has no effect/,
    ],
    [
      'clients that come for no API',
      { REGISTRATION: 'open', OIDC_RESOURCE_0: 'https://api.acme.test' },
      /no OIDC_RESOURCE_<n> is open to such clients/,
    ],
    [
      'a remote database without TLS',
      { DATABASE_URL: 'postgresql://u:p@db.acme.test/v' },
      /DATABASE_URL connects to another machine without TLS/,
    ],
    [
      'a database that prefers TLS and does not insist',
      { DATABASE_URL: 'postgresql://u:p@db.acme.test/v?sslmode=prefer' },
      /without TLS/,
    ],
    [
      'a database file below the working directory',
      { DATABASE_URL: 'file:./v.db' },
      /relative to the working directory/,
    ],
    [
      'a loopback redirect URI in production',
      { OIDC_CLIENT_0_REDIRECT_URIS: 'http://localhost:3000/cb' },
      /http:\/\/localhost:3000\/cb: in production/,
    ],
    [
      'a star in the path of a redirect URI',
      { OIDC_CLIENT_0_REDIRECT_URIS: 'https://app.acme.test/*' },
      /matched literally/,
    ],
    [
      'one secret for two clients',
      {
        OIDC_CLIENT_ID_1: 'second',
        OIDC_CLIENT_1_SECRET: clientSecret,
        OIDC_CLIENT_1_REDIRECT_URIS: 'https://b.acme.test/cb',
        OIDC_CLIENT_1_REQUIRE_PKCE: 'true',
      },
      /Clients second and web have the same secret/,
    ],
    ['a short client secret', { OIDC_CLIENT_0_SECRET: 'abc' }, /INSECURE: the secret of client web/],
    ['terms that nobody is asked for', { ONBOARDING: 'profile' }, /nobody is asked/],
    ['no terms', { TERMS_VERSION: '', TERMS_URL: '' }, /TERMS_VERSION is not set/],
    ['a day of grace in the past', { TERMS_GRACE_UNTIL: '2026-01-31' }, /TERMS_GRACE_UNTIL is in the past/],
    ['sessions that idle longer than they live', { SESSION_MAX: '3600' }, /SESSION_IDLE is longer than SESSION_MAX/],
    [
      'refresh tokens that idle longer than they live',
      { REFRESH_TOKEN_MAX: '3600' },
      /REFRESH_TOKEN_IDLE is longer than REFRESH_TOKEN_MAX/,
    ],
    ["the cloud's metadata address", { OUTBOUND_ALLOW: '169.254.169.254' }, /hands out the credentials/],
    ['ten proxies', { TRUST_PROXY: '10', HOST: '0.0.0.0' }, /TRUST_PROXY is 10/],
    [
      'an application with a management scope',
      {
        OIDC_CLIENT_0_SCOPES: 'openid,users:write',
        OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,client_credentials',
      },
      /signs people in and may also ask for users:write/,
    ],
    [
      'a gateway for numbers of every country',
      {
        SMS_URL: 'https://sms.acme.test/send',
        SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      },
      /SMS_PREFIXES is not set/,
    ],
    ['a sender of another domain', { MAIL_FROM: 'x@other.example' }, /MAIL_FROM is in other\.example/],
    [
      'the implicit grant',
      { OIDC_CLIENT_0_GRANT_TYPES: 'implicit', OIDC_CLIENT_0_RESPONSE_TYPES: 'id_token' },
      /RFC 9700/,
    ],
    [
      'a color that cannot be seen on light pages',
      { BRAND_COLOR: '#ffffff' },
      /BRAND_COLOR #ffffff has too little contrast on light/,
    ],
    [
      'a color that cannot be seen on dark pages',
      { BRAND_COLOR: '#101040' },
      /BRAND_COLOR #101040 has too little contrast on dark/,
    ],
    ['open metrics', { METRICS_PORT: '9464', HOST: '0.0.0.0' }, /METRICS_PORT listens on 0\.0\.0\.0/],
    ['PKCE that is not required', { OIDC_CLIENT_0_REQUIRE_PKCE: 'false' }, /not required to use PKCE/],
  ])('%s', (_what, changes, says) => {
    // CF-11
    expect(advice(changes)).toMatch(says)
  })
})

describe('doctor examines workloads', () => {
  const workload = (changes: Environment): Environment => ({
    ISSUER: 'http://localhost:4000',
    NODE_ENV: '',
    SMTP_URL: '',
    DATABASE_URL: `file:${join(tmpdir(), 'nowhere', 'v.db')}`,
    OIDC_CLIENT_ID_1: 'ci',
    OIDC_CLIENT_1_FEDERATED_ISSUER: 'https://token.actions.githubusercontent.com',
    OIDC_CLIENT_1_FEDERATED_SUBJECT: 'repo:acme@1234/app@5678:environment:production',
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`OIDC_CLIENT_1_FEDERATED_${name}`, value])),
  })
  const github = { issuer: 'https://token.actions.githubusercontent.com' }
  /** An issuer that answers as it should, unless these say otherwise. */
  const findings = async (changes: Environment, metadata: object | null = {}) => {
    const asked: string[] = []
    const config = read(workload(changes))
    const { issuer } = config.clients.get('ci')?.federated ?? github
    const found = await diagnose(
      config,
      async () => [],
      async (url) => {
        asked.push(url)
        if (metadata === null) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
        const body = url.endsWith('/openid-configuration')
          ? { issuer, jwks_uri: `${new URL(issuer).origin}/jwks`, ...metadata }
          : { keys: [{ kty: 'EC' }] }
        return { status: 200, headers: {}, body: JSON.stringify(body) }
      },
    )
    const about = found.filter(({ what }) => / ci\b/.test(what))
    return { asked, unwise: about.filter(({ state }) => state === 'unwise').map(({ what }) => what), about }
  }

  test('a sound one: its issuer gives its keys', async () => {
    const { about, asked } = await findings({})
    expect(about).toEqual([
      { state: 'ok', what: `${github.issuer} (FEDERATED_ISSUER of client ci) gives its keys: 1.` },
    ])
    expect(asked).toEqual([`${github.issuer}/.well-known/openid-configuration`, `${github.issuer}/jwks`])
  })

  test.each<[what: string, changes: Environment, says: string]>([
    [
      'GitHub without ids',
      { SUBJECT: 'repo:acme/app:ref:refs/heads/main' },
      'no repository_id and no repository_owner_id',
    ],
    [
      'GitHub without the id of the owner',
      { SUBJECT: 'repo:acme/app:ref:refs/heads/main', CLAIMS: 'repository_id=5678' },
      'pins no repository_owner_id',
    ],
    ['pull requests', { SUBJECT: 'repo:acme@1234/app@5678:pull_request' }, 'trusts every pull request'],
    [
      'GitLab without ids',
      { ISSUER: 'https://gitlab.com', SUBJECT: 'project_path:acme/app:ref_type:branch:ref:main' },
      'no project_id and no namespace_id',
    ],
    [
      'a subject of Buildkite with its commit',
      { ISSUER: 'https://agent.buildkite.com', SUBJECT: 'organization:acme:pipeline:app:ref:x:commit:9f3:step:build' },
      'names one commit',
    ],
    ['Google by address', { ISSUER: 'https://accounts.google.com', SUBJECT: 'ci@acme.iam' }, 'names no numeric id'],
    [
      "a cluster's issuer without its keys",
      { ISSUER: 'https://kubernetes.default.svc.cluster.local', SUBJECT: 'system:serviceaccount:shop:worker' },
      'the issuer that every cluster has',
    ],
    ['half a SPIFFE ID', { ISSUER: 'https://spire.acme.test', SUBJECT: 'spiffe://acme.test' }, 'names no workload'],
    ["somebody else's audience", { AUDIENCE: 'sts.amazonaws.com' }, 'made for sts.amazonaws.com'],
  ])('%s', async (_what, changes, says) => {
    expect((await findings(changes)).unwise.join('\n')).toContain(says)
    // Who names the preset has to pin it.
    const preset = { ...changes, PRESET: /gitlab|buildkite|google|kubernetes/.exec(changes.ISSUER ?? '')?.[0] }
    if (says.includes('no '))
      expect(faults(workload(preset.PRESET ? preset : { ...changes, PRESET: 'github' }))).toContain(
        'FEDERATED_PRESET: is',
      )
  })

  test('an issuer that is not there, names another one, or has its keys elsewhere', async () => {
    expect((await findings({}, null)).unwise).toEqual([expect.stringContaining('could not be fetched (ENOTFOUND)')])
    expect((await findings({}, { issuer: 'https://other.example.test' })).unwise).toEqual([
      expect.stringContaining('names another issuer'),
    ])
    expect((await findings({}, { jwks_uri: 'https://other.example.test/jwks' })).unwise).toEqual([
      expect.stringContaining('has its keys at another origin'),
    ])
    // Google's are, and known.
    const google = { ISSUER: 'https://accounts.google.com', SUBJECT: '1029384756' }
    expect((await findings(google)).asked).toEqual(['https://www.googleapis.com/oauth2/v3/certs'])
  })

  test('TX-16: a pattern is refused at the start', () => {
    const patterns = [{ SUBJECT: 'repo:acme/*' }, { SUBJECT: '*' }, { CLAIMS: 'repository_id=*' }, { AUDIENCE: '*' }]
    for (const changes of patterns) expect(faults(workload(changes))).toContain('contains a *')
    expect(faults(workload({ ISSUER: 'https://*.example.test' }))).toContain('contains a *')
  })

  test('and whatever else cannot be meant', () => {
    const own = (changes: Environment) =>
      faults({
        ...workload({}),
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`OIDC_CLIENT_1_${name}`, value])),
      })
    expect(faults(workload({ SUBJECT: '' }))).toContain('OIDC_CLIENT_1_FEDERATED_SUBJECT: is missing')
    expect(faults(workload({ MAX_LIFE: '172800' }))).toContain('from 60 to 86400')
    expect(faults(workload({ ISSUER: 'http://localhost:4000' }))).toContain(
      'ISSUER: is also FEDERATED_ISSUER of client ci',
    )
    expect(faults({ ...workload({ ISSUER: 'http://ci.acme.test' }), NODE_ENV: 'production' })).toContain(
      'must be https',
    )
    expect(own({ GRANT_TYPES: 'client_credentials,refresh_token' })).toContain('contains refresh_token')
    expect(own({ ACCESS_TOKEN_TTL: '600' })).toContain('from 30 to 300')
    expect(own({ TOKEN_AUTH_METHOD: 'federated_jwt', SECRET: clientSecret })).toContain('but the client has a secret')
    expect(own({ SECRET: clientSecret })).toContain('is set, but TOKEN_AUTH_METHOD is client_secret_basic')
    expect(own({ FEDERATED_AUDIENZ: 'x' })).toContain('did you mean "FEDERATED_AUDIENCE"')
  })
})

describe('a variable that is nearly one of ours is told with the right one', () => {
  test.each([
    ['TERMS_VERSON', 'TERMS_VERSION'],
    ['SESION_IDLE', 'SESSION_IDLE'],
    ['SIGN_UPP', 'SIGN_UP'],
    ['BRAND_COLOUR', 'BRAND_COLOR'],
    ['OPERATOR', 'OPERATORS'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['LIMIT_PER_NETWROK', 'LIMIT_PER_NETWORK'],
  ])('%s', (typed, meant) => {
    expect(read({ [typed]: '2' }).warnings).toEqual([
      `${typed} is not a setting and has no effect; did you mean ${meant}?`,
    ])
  })

  test('and what a machine sets by itself is left alone', () => {
    const names = [
      'HOME',
      'PATH',
      'USER',
      'LANG',
      'PWD',
      'HOSTNAME',
      'SHLVL',
      'TERM',
      'LOGNAME',
      'MAIL',
      'EDITOR',
      'CI',
    ]
    const more = [
      'NODE_OPTIONS',
      'OTEL_SERVICE_NAME',
      'KUBERNETES_PORT',
      'SSH_TTY',
      'npm_config_cache',
      'DATABASE_USER',
    ]
    expect(read(Object.fromEntries([...names, ...more].map((name) => [name, 'x']))).warnings).toEqual([])
  })
})

describe('refused at the start', () => {
  test.each<[changes: Environment, says: string]>([
    [{ SECRET: 'short' }, 'SECRET: is shorter than 32 bytes'],
    [{ SECRET: '' }, 'SECRET: is missing'],
    [{ SECRET: 'change-me-change-me-change-me-change-me' }, 'SECRET: is a placeholder'],
    [{ ISSUER: 'http://id.acme.test' }, 'ISSUER: must be https'],
    [{ ISSUER: 'https://id.acme.test/' }, 'ISSUER: must not end in a slash'],
    [{ ISSUER: 'id.acme.test' }, 'ISSUER: is not an absolute'],
    [{ PORT: '99999' }, 'PORT: is "99999"'],
    [{ SMTP_URL: '' }, 'SMTP_URL: is missing'],
    [{ SMTP_URL: 'mail.acme.test:587' }, 'SMTP_URL: must begin with smtp://'],
    [{ MAIL_FROM: 'Acme' }, 'MAIL_FROM: is not an address'],
    [{ DATABASE_URL: 'mysql://db.acme.test/v' }, 'DATABASE_URL: must begin with file: or postgresql://'],
    [{ OIDC_CLIENT_0_REDIRECT_URIS: 'http://app.acme.test/cb' }, 'which is plain http in production'],
    [{ OIDC_CLIENT_0_REDIRECT_URIS: '/cb' }, 'which is not an absolute URI'],
    [{ OIDC_CLIENT_0_TOKEN_AUTH_METHOD: 'none' }, 'TOKEN_AUTH_METHOD: is none, but the client has a secret'],
    [{ OIDC_CLIENT_0_GRANT_TYPES: 'password' }, 'contains "password", which is not one of'],
    [{ OIDC_CLIENT_0_SCOPES: 'openid profile' }, 'contains "openid profile", which is not a known scope'],
    [{ OIDC_CLIENT_0_REDIRECT_URI: 'https://a.test/cb' }, 'did you mean "REDIRECT_URIS"'],
    [{ OIDC_CLIENT_2_SECRET: clientSecret }, 'OIDC_CLIENT_ID_2: is missing'],
    [{ TERMS_URL: '' }, 'TERMS_URL: or TERMS_FILE must be set'],
    [{ ACCESS_TOKEN_TTL: '1h' }, 'ACCESS_TOKEN_TTL: is "1h", and must be a whole number of seconds'],
    [{ LIMIT_MAIL_PER_ADDRESS: 'off' }, 'LIMIT_MAIL_PER_ADDRESS: is off, which is refused in production'],
    [{ SIGN_UP: 'closed' }, 'SIGN_UP: must be open, invited'],
    [{ ONBOARDING: 'term' }, 'did you mean "terms"'],
    [{ FOUR_EYES: 'on', OPERATORS: 'a@acme.test' }, 'OPERATORS: names fewer than two addresses'],
    [{ WEBHOOK_URL: 'https://h.acme.test/x' }, 'WEBHOOK_SECRET: must be whsec_'],
    [{ METRICS_PORT: '4000' }, 'METRICS_PORT: is also PORT'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: is "true"'],
  ])('%o', (changes, says) => {
    const message = faults(changes)
    expect(message).toContain(says)
    expect(message).toMatch(/for example [A-Z_0-9]+=./)
  })

  test('a public issuer outside production', () => {
    // CF-05
    expect(faults({ NODE_ENV: '' })).toContain('NODE_ENV: is not production, but ISSUER is public')
    expect(faults({ NODE_ENV: '', ISSUER: 'https://localhost:8443' })).toBe('')
  })

  test('quotation marks and comments of an env file, with what was read', () => {
    expect(faults({ ISSUER: '"https://id.acme.test"' })).toContain(
      'is "https://id.acme.test", with the quotation marks',
    )
    expect(faults({ TRUST_PROXY: '1 # x' })).toContain('is "1 # x", and must be a whole number')
  })

  test('a star in the host of a redirect URI', () => {
    expect(faults({ OIDC_CLIENT_0_REDIRECT_URIS: 'https://*.acme.test/cb' })).toContain('has a * in its host')
  })

  test('a mistake is told once, with an example of the variable that was meant', () => {
    // CF-07
    const message = faults({
      WEBHOOK_URL: 'http://app.acme.test/hook',
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      OIDC_CLIENT_0_SCOPE: 'openid',
    })
    expect(message.match(/WEBHOOK_URL:/g)).toHaveLength(1)
    expect(message).toContain('for example OIDC_CLIENT_0_SCOPES=openid,profile,email')
    expect(faults({ OIDC_CLIENT_FOO: 'x' })).toContain('for example OIDC_CLIENT_ID_0=my-app')
  })
})

describe('no form of a secret is shown', () => {
  const applePem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string

  test.each([
    'postgresql://db.acme.test/v?user=u&password=hidden-password',
    'postgresql://u:hidden-password@db.acme.test/v?sslpassword=hidden-password',
    'smtp://u:hidden-password@mail.acme.test?tls.key=hidden-password',
    'https://hooks.acme.test/x?token=hidden-password#hidden-password',
    'not a URL with hidden-password',
  ])('%s', (url) => {
    expect(redactUrl(url)).not.toContain('hidden-password')
  })

  test('in what doctor prints', () => {
    const printed = JSON.stringify(
      shown(
        read({
          DATABASE_URL: 'postgresql://db.acme.test/v?password=db-password&sslmode=verify-full',
          METRICS_TOKEN: 'metrics-token-0123456789',
          WEBHOOK_URL: 'https://app.acme.test/hook?key=webhook-key',
          WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
          SMS_URL: 'https://sms.acme.test/send?key=gateway-key',
          SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
          SOCIAL_GOOGLE_CLIENT_ID: 'acme.apps.googleusercontent.com',
          SOCIAL_GOOGLE_CLIENT_SECRET: 'google-secret',
          SOCIAL_APPLE_CLIENT_ID: 'test.acme.web',
          SOCIAL_APPLE_TEAM_ID: 'ABCDE12345',
          SOCIAL_APPLE_KEY_ID: 'FGHIJ67890',
          SOCIAL_APPLE_PRIVATE_KEY: applePem,
        }),
      ),
    )
    expect(printed).toContain('"clientId":"acme.apps.googleusercontent.com"')
    const named = ['db-password', 'smtp-password', 'metrics-token', 'webhook-key', 'gateway-key', 'google-secret']
    const given = [...named, 'BwcHBwcH', applePem.split('\n')[1] ?? '']
    const secrets = [...given, secret, clientSecret]
    for (const hidden of secrets) expect(printed).not.toContain(hidden)
    expect(printed).toContain('sslmode=verify-full')
  })
})

describe('doctor asks', () => {
  const local = { NODE_ENV: '', ISSUER: 'http://localhost:4000', OUTBOUND_ALLOW: '' }

  test('the identity providers of connections in use, and no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-doctor-'))
    const file = join(folder, 'v.db')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE connection (id TEXT PRIMARY KEY, issuer TEXT, state TEXT, protocol TEXT)')
    const connections = { first: 'active', two: 'active', three: 'failing', four: 'disabled', five: 'draft' }
    for (const [name, state] of Object.entries(connections))
      database.exec(`INSERT INTO connection VALUES ('${name}', 'https://${name}.acme.test', '${state}', 'oidc')`)
    database.close()
    const asked: string[] = []
    const ask = async (changes: Environment) =>
      (
        await diagnose(
          read({ ...local, SMTP_URL: '', DATABASE_URL: `file:${file}`, ...changes }),
          async () => null,
          async (url) => {
            asked.push(url)
            const issuer = new URL(url).origin
            const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` }
            const metadata = { issuer: issuer.replace('two', 'other'), jwks_uri: `${issuer}/jwks`, ...endpoints }
            return { status: issuer.includes('three') ? 503 : 200, headers: {}, body: JSON.stringify(metadata) }
          },
        )
      ).filter(({ what }) => what.includes('company sign-in'))
    expect(await ask({})).toEqual([
      {
        state: 'unwise',
        what: expect.stringMatching(/^SSO is off, .*in use \(company sign-in\): 3\..*still demands it/),
      },
    ])
    expect(asked).toEqual([])
    expect((await ask({ SSO: 'on' })).sort((a, b) => a.what.localeCompare(b.what))).toEqual([
      { state: 'ok', what: 'https://first.acme.test (company sign-in) gives its metadata.' },
      { state: 'unwise', what: expect.stringMatching(/^https:\/\/three\.acme\.test .*status 503.*Nobody can sign in/) },
      { state: 'unwise', what: expect.stringMatching(/^https:\/\/two\.acme\.test .*metadata-issuer: https:\/\/other/) },
    ])
    expect(asked).toHaveLength(3)
    rmSync(folder, { recursive: true })
  })

  test('a mail server that answers, and one that is not there', async () => {
    const mailbox = await openMailbox()
    const answers = await diagnose(
      read({ ...local, SMTP_URL: mailbox.url, DATABASE_URL: `file:${join(tmpdir(), 'nowhere', 'v.db')}` }),
    )
    expect(answers).toContainEqual({ state: 'ok', what: expect.stringContaining('The mail server accepts') })
    expect(answers).toContainEqual({ state: 'ok', what: expect.stringContaining('does not exist yet') })
    await mailbox.close()
    const refused = await diagnose(
      read({ ...local, SMTP_URL: mailbox.url, DATABASE_URL: `file:${join(tmpdir(), 'nowhere', 'v.db')}` }),
    )
    expect(refused).toContainEqual({
      state: 'failed',
      what: expect.stringMatching(/mail server .*ECONNREFUSED|ESOCKET/),
    })
  })

  const ofDatabase = async (changes: Environment) =>
    (await diagnose(read({ ...local, SMTP_URL: '', ...changes }), async () => null))
      .filter(({ state }) => state !== 'ok')
      .map(({ what }) => what)
      .join('\n')

  test('a folder that cannot be made', async () => {
    expect(await ofDatabase({ DATABASE_URL: 'file:/proc/nope/v.db' })).toMatch(
      /DATABASE_URL: no file can be made in \/proc .*belongs to user 0.*chown/,
    )
  })

  test('a file of SQLite that others may read, and the SECRET of another database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-doctor-'))
    const file = join(folder, 'v.db')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE signing_key (sealed_jwk TEXT, created_at INTEGER)')
    const seal = (by: string) =>
      database
        .prepare('INSERT INTO signing_key VALUES (?, (SELECT count(*) FROM signing_key))')
        .run(new Keyring([by]).seal('signing-key', '{}'))
    seal(secret)
    chmodSync(file, 0o600)
    expect(await ofDatabase({ DATABASE_URL: `file:${file}` })).toBe('')
    chmodSync(file, 0o644)
    expect(await ofDatabase({ DATABASE_URL: `file:${file}` })).toContain(`(644): chmod 600 ${file}*`)
    seal('another-secret-0123456789-abcdefghijklmn')
    expect(await ofDatabase({ DATABASE_URL: `file:${file}` })).toContain('SECRET is not the one of this database')
    database.close()
    rmSync(folder, { recursive: true })
  })

  test('a resolver, a collector and an address that are not there', async () => {
    const elsewhere = { DATABASE_URL: `file:${join(tmpdir(), 'nowhere', 'v.db')}` }
    expect(await ofDatabase({ ...elsewhere, DNS_RESOLVER: '127.0.0.1:9' })).toContain('DNS_RESOLVER is 127.0.0.1:9')
    expect(await ofDatabase({ ...elsewhere, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toContain(
      'OTEL_EXPORTER_OTLP_ENDPOINT: nobody answers at 127.0.0.1 (ECONNREFUSED)',
    )
    expect(await ofDatabase({ ...elsewhere, HOST: '192.0.2.1' })).toContain('HOST is 192.0.2.1')
    expect(await ofDatabase({ ...elsewhere, HOST: 'localhost:4000' })).toContain('HOST is localhost:4000')
  })

  test('a port that this user may not listen on', async () => {
    // As the kernel answers whoever is not root, unless net.ipv4.ip_unprivileged_port_start says otherwise.
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code: 'EACCES' })))
      return this
    })
    try {
      const found = await ofDatabase({ DATABASE_URL: `file:${join(tmpdir(), 'nowhere', 'v.db')}`, PORT: '80' })
      expect(found).toContain('PORT is 80, and this user may not listen there (EACCES)')
    } finally {
      listen.mockRestore()
    }
  })

  test('a database that is not there, and prints nothing of its URL', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    const answers = await diagnose(
      read({ ...local, SMTP_URL: '', DATABASE_URL: `postgresql://u:db-password@127.0.0.1:${port}/v` }),
    )
    expect(answers).toContainEqual({ state: 'failed', what: expect.stringContaining('ECONNREFUSED') })
    expect(JSON.stringify(answers)).not.toContain('db-password')
  })

  test('the name of the sender for its SPF record', async () => {
    const config = read({
      ...local,
      SMTP_URL: 'smtp://127.0.0.1:9',
      DATABASE_URL: `file:${join(tmpdir(), 'nowhere', 'v.db')}`,
    })
    expect(await diagnose(config, async () => ['v=spf1 -all'])).toContainEqual({
      state: 'ok',
      what: expect.stringContaining('acme.test (MAIL_FROM) has an SPF record'),
    })
    expect(await diagnose(config, async () => [])).toContainEqual({
      state: 'unwise',
      what: expect.stringContaining('shows no SPF record'),
    })
    // Whoever gives no answer has not said that there is none.
    expect(await diagnose(config, async () => null)).toContainEqual({
      state: 'unwise',
      what: expect.stringContaining('The DNS gives no answer about acme.test (MAIL_FROM)'),
    })
  })

  test('whether what it has to call is private', async () => {
    const config = read({
      OIDC_CLIENT_0_BACKCHANNEL_LOGOUT_URI: 'https://10.0.0.7/logout',
      SMTP_URL: 'smtps://127.0.0.1:9',
    })
    expect(await diagnose({ ...config, database: { kind: 'sqlite', file: '/nowhere/v.db' } })).toContainEqual({
      state: 'unwise',
      what: expect.stringContaining('10.0.0.7 (BACKCHANNEL_LOGOUT_URI of client web) is a private address'),
    })
    const allowed = { ...config, outboundAllow: ['10.0.0.7:8443'] }
    const [client] = config.clients.values()
    const uri = 'https://10.0.0.7:8443/logout'
    const clients = new Map(client ? [[client.id, { ...client, backchannelLogoutUri: uri }]] : [])
    const answers = await diagnose({ ...allowed, clients, database: { kind: 'sqlite', file: '/nowhere/v.db' } })
    expect(answers.filter(({ what }) => what.includes('private address'))).toEqual([])
  })
})

test('it changes nothing, in an empty folder neither', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  const [before, print] = [process.cwd(), console.log]
  try {
    process.chdir(folder)
    console.log = () => {}
    await doctor.run([], {})
    expect(readdirSync(folder)).toEqual([])
  } finally {
    console.log = print
    process.chdir(before)
    process.exitCode = undefined
    rmSync(folder, { recursive: true })
  }
})

test('what the console has in every language is, in English, what is printed', () => {
  const words = new Languages().wordsFor(['en']).console.overview.advice
  const unwise = { TERMS_VERSION: undefined, TERMS_URL: undefined, OIDC_CLIENT_0_REQUIRE_PKCE: 'false' }
  const here = { NODE_ENV: undefined, ISSUER: 'http://localhost:4000', SMTP_URL: undefined }
  const named = [...found({ ...unwise, TRUST_PROXY: undefined }), ...found({ ...unwise, ...here })].filter(
    (advice) => advice.named,
  )
  expect(new Set(named.map((advice) => advice.named?.name))).toEqual(new Set(Object.keys(words)))
  for (const { text, named: known } of named)
    expect(known?.name === 'noPkce' ? words.noPkce({ client: known.client }) : words[known?.name ?? 'noSmtp']).toBe(
      text,
    )
})
