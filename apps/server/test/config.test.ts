import { describe, expect, test } from 'vitest'
import type { Environment } from '../src/config/environment.ts'
import { readConfig } from '../src/config/read.ts'
import { ConfigError } from '../src/config/settings.ts'
import { deviceCode } from '../src/oidc/response-types.ts'

const machine = {
  readFile: (path: string) => `content of ${path} that is long enough for a secret`,
  keptSecret: () => 'kept-secret-0123456789-abcdefghij',
  cwd: '/srv',
  processors: 4,
}
const read = (env: Environment) => readConfig(env, machine)
const faults = (env: Environment): string[] => {
  try {
    read(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable)
    throw error
  }
}
const web = {
  OIDC_CLIENT_ID_0: 'web',
  OIDC_CLIENT_0_SECRET: 'a-secret-of-the-client',
  OIDC_CLIENT_0_REDIRECT_URIS: 'https://rp.test/cb',
}

const signingKey = `whsec_${'A'.repeat(44)}`

describe('clients', () => {
  test('the example clients exist only on loopback, outside production, when nothing else is registered', () => {
    expect([...read({}).clients.keys()]).toEqual(['example-nextjs', 'example-nuxt', 'example-remix'])
    expect([...read(web).clients.keys()]).toEqual(['web'])
    // Operators make clients in the console.
    const operated = { ISSUER: 'https://id.example.com', OPERATORS: 'ops@acme.com' }
    expect(faults(operated)).not.toContain('OIDC_CLIENT_ID_0')
    expect(faults({ ISSUER: 'https://id.example.com' })).toContain('OIDC_CLIENT_ID_0')
  })

  test('no client has an id that hides a registered one', () => {
    expect(faults({ ...web, OIDC_CLIENT_ID_0: 'dyn_1' })).toEqual(['OIDC_CLIENT_ID_0'])
  })

  test('defaults follow the method', () => {
    const { clients } = read({
      ...web,
      OIDC_CLIENT_ID_7: 'spa',
      OIDC_CLIENT_7_REDIRECT_URIS: ' http://localhost/cb , , http://127.0.0.1/a%2Cb ',
    })
    expect(clients.get('web')).toMatchObject({
      tokenAuthMethods: ['client_secret_basic', 'client_secret_post'],
      requirePkce: false,
      name: 'web',
      idTokenSignedResponseAlg: 'RS256',
    })
    expect([...(clients.get('web')?.scopes ?? [])]).toEqual(['openid', 'profile', 'email'])
    expect([...(clients.get('web')?.responseTypes ?? [])]).toEqual(['code'])
    expect(clients.get('spa')).toMatchObject({
      tokenAuthMethods: ['none'],
      requirePkce: true,
      redirectUris: ['http://localhost/cb', 'http://127.0.0.1/a,b'],
    })
  })

  test.each([
    [{ OIDC_CLIENT_0_REDIRECT_URI: 'https://rp.test/cb' }, 'OIDC_CLIENT_0_REDIRECT_URI'],
    [{ OIDC_CLIENT_3_SECRET: 'x' }, 'OIDC_CLIENT_ID_3'],
    [{ OIDC_CLIENT_0_TOKEN_AUTH_METHOD: 'none' }, 'OIDC_CLIENT_0_TOKEN_AUTH_METHOD'],
    [{ OIDC_CLIENT_0_SECRET: '', OIDC_CLIENT_0_TOKEN_AUTH_METHOD: 'client_secret_post' }, 'OIDC_CLIENT_0_SECRET'],
    [{ OIDC_CLIENT_0_SCOPES: 'openid,profil' }, 'OIDC_CLIENT_0_SCOPES'],
    [{ OIDC_CLIENT_0_GRANT_TYPES: 'password' }, 'OIDC_CLIENT_0_GRANT_TYPES'],
    [{ OIDC_CLIENT_0_RESPONSE_TYPES: 'id_token' }, 'OIDC_CLIENT_0_RESPONSE_TYPES'],
    [{ OIDC_CLIENT_0_REDIRECT_URIS: '/cb' }, 'OIDC_CLIENT_0_REDIRECT_URIS'],
    [{ OIDC_CLIENT_0_REDIRECT_URIS: 'https://rp.test/cb#x' }, 'OIDC_CLIENT_0_REDIRECT_URIS'],
    [{ OIDC_CLIENT_0_REDIRECT_URIS: 'https://rp.test/cb?code=1' }, 'OIDC_CLIENT_0_REDIRECT_URIS'],
    [{ OIDC_CLIENT_0_REDIRECT_URIS: 'javascript:alert(1)' }, 'OIDC_CLIENT_0_REDIRECT_URIS'],
    [{ OIDC_CLIENT_ID_1: 'web', OIDC_CLIENT_1_REDIRECT_URIS: 'https://rp.test/cb' }, 'OIDC_CLIENT_ID_1'],
  ] as [Environment, string][])('%o is a fault of %s', (extra, variable) => {
    expect(faults({ ...web, ...extra })).toContain(variable)
  })

  test('a client without a front door needs no redirect URI', () => {
    expect(
      faults({
        OIDC_CLIENT_ID_0: 'm',
        OIDC_CLIENT_0_SECRET: 'machine-secret-machine',
        OIDC_CLIENT_0_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_0_SCOPES: 'orders:read',
      }),
    ).toEqual([])
  })

  test('of the device grant, what cannot be is said clearly', () => {
    const said = (env: Environment): string[] => {
      try {
        read(env)
        return []
      } catch (error) {
        return (error as ConfigError).problems.map(({ variable, fault }) => `${variable} ${fault}`)
      }
    }
    const tv = { OIDC_CLIENT_ID_0: 'tv', OIDC_CLIENT_0_GRANT_TYPES: deviceCode }
    expect(read(tv).clients.get('tv')?.deviceQr).toBe(false)
    expect(read({ ...tv, OIDC_CLIENT_0_DEVICE_QR: 'true' }).clients.get('tv')?.deviceQr).toBe(true)
    expect(said({ ...tv, OIDC_CLIENT_0_DEVICE_QR: 'yes please' })).toEqual([
      expect.stringMatching(/^OIDC_CLIENT_0_DEVICE_QR /),
    ])
    expect(said({ ...web, OIDC_CLIENT_0_DEVICE_QR: 'true' })).toEqual([
      `OIDC_CLIENT_0_DEVICE_QR is for clients with the grant type ${deviceCode}`,
    ])
    const workload = {
      OIDC_CLIENT_ID_0: 'deploy',
      OIDC_CLIENT_0_FEDERATED_ISSUER: 'https://token.actions.githubusercontent.com',
      OIDC_CLIENT_0_FEDERATED_SUBJECT: 'repo:acme/app:environment:production',
      OIDC_CLIENT_0_SCOPES: 'orders:read',
    }
    expect(said(workload)).toEqual([])
    expect(said({ ...workload, OIDC_CLIENT_0_GRANT_TYPES: `client_credentials,${deviceCode}` })).toEqual([
      `OIDC_CLIENT_0_GRANT_TYPES contains ${deviceCode}, which a client with federated_jwt cannot use: a workload has no person`,
    ])
  })

  test('the nearest right name is offered', () => {
    // CF-07
    expect(() => read({ ...web, OIDC_CLIENT_0_REDIRECT_URI: 'x' })).toThrow(/did you mean "REDIRECT_URIS"/)
    expect(() => read({ ...web, OIDC_CLIENT_0_SCOPES: 'openid,emial' })).toThrow(/did you mean "email"/)
  })
})

describe('the server', () => {
  const production = {
    NODE_ENV: 'production',
    ISSUER: 'https://id.example.com',
    SECRET: 'p8Hq2LxV9sKd4TzW7mRc1NyB6fGj3QaE',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'Acme <in@example.com>',
    ...web,
  }

  test('production needs its secrets and says all that is missing at once', () => {
    // CF-01
    expect(faults(production)).toEqual([])
    expect(faults({ NODE_ENV: 'production', ISSUER: 'http://id.example.com' })).toEqual(
      expect.arrayContaining(['ISSUER', 'SECRET', 'SMTP_URL', 'MAIL_FROM', 'OIDC_CLIENT_ID_0']),
    )
    expect(faults({ ...production, OIDC_CLIENT_0_REDIRECT_URIS: 'http://rp.test/cb' })).toEqual([
      'OIDC_CLIENT_0_REDIRECT_URIS',
    ])
    expect(faults({ ...production, LIMIT_PER_NETWORK: 'off' })).toEqual(['LIMIT_PER_NETWORK'])
  })

  test.each([
    'changeme-changeme-changeme-changeme',
    'short',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'a-secret-of-the-client',
    'put-the-output-of-openssl-rand-example',
  ])('the secret %j is refused', (SECRET) => {
    // CF-01
    expect(faults({ ...web, SECRET })).toContain('SECRET')
  })

  test('secrets come from files, and rotate', () => {
    // CF-03
    expect(read({ ...web, SECRET_FILE: '/run/secrets/x' }).secrets).toEqual([
      'content of /run/secrets/x that is long enough for a secret',
    ])
    expect(
      read({ ...web, SECRET: 'new-K2p8Hq2LxV9sKd4TzW7mRc1NyB6f,old-K2p8Hq2LxV9sKd4TzW7mRc1NyB6f' }).secrets,
    ).toHaveLength(2)
    expect(faults({ ...web, SECRET_FILE: '/x', SECRET: 'new-K2p8Hq2LxV9sKd4TzW7mRc1NyB6f' })).toContain('SECRET_FILE')
  })

  test.each([
    [{ ISSUER: 'https://id.example.com/' }, 'ISSUER'],
    [{ ISSUER: 'https://id.example.com?x' }, 'ISSUER'],
    [{ ISSUER: 'http://id.example.com' }, 'ISSUER'],
    [{ PORT: 'x' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ ACCESS_TOKEN_TTL: '7200' }, 'ACCESS_TOKEN_TTL'],
    [{ CODE_LENGTH: '4' }, 'CODE_LENGTH'],
    [{ ONBOARDING: 'terms,profil' }, 'ONBOARDING'],
    [{ SIGN_UP: 'everybody' }, 'SIGN_UP'],
    [{ SIGN_UP: 'domains:' }, 'SIGN_UP'],
    [{ TERMS_URL: 'https://x.test' }, 'TERMS_VERSION'],
    [{ TERMS_VERSION: '1' }, 'TERMS_URL'],
    [{ LIMIT_CODE_FAILURES: 'ten' }, 'LIMIT_CODE_FAILURES'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ BRAND_COLOR: 'red' }, 'BRAND_COLOR'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ DEMO_PORTS: '3001,3002' }, 'DEMO_PORTS'],
    [{ DEMO_PORTS: '3001,3002,x' }, 'DEMO_PORTS'],
    [{ DEMO_PORTS: '3001,3002,70000' }, 'DEMO_PORTS'],
  ] as [Environment, string][])('%o is a fault', (extra, variable) => {
    expect(faults({ ...web, ...extra })).toEqual([variable])
  })

  test('every mistake has an example', () => {
    try {
      read({ ...web, ISSUER: 'x', PORT: 'y', SIGN_UP: 'z' })
    } catch (error) {
      expect((error as ConfigError).problems).toHaveLength(3)
      expect((error as ConfigError).message).toContain('for example ISSUER=https://id.example.com')
    }
  })
})

describe('who runs it, and where it tells', () => {
  test('operators, resolver, webhook, related origins', () => {
    expect(
      read({
        OPERATORS: 'Ops@acme.com, ada@acme.com',
        DNS_RESOLVER: '127.0.0.1:5353',
        WEBHOOK_URL: 'https://app.test/hook',
        WEBHOOK_SECRET: signingKey,
        PASSKEY_RELATED_ORIGINS: 'https://a.test',
        AUDIT_RETENTION: '86400',
      }),
    ).toMatchObject({
      operators: ['ops@acme.com', 'ada@acme.com'],
      dnsResolver: '127.0.0.1:5353',
      auditRetention: 86_400,
    })
  })

  test.each<[string, Environment]>([
    ['OPERATORS', { OPERATORS: 'everyone' }],
    ['OPERATORS', { FOUR_EYES: 'on' }],
    ['OPERATORS', { FOUR_EYES: 'on', OPERATORS: 'ops@acme.com' }],
    ['OPERATORS', { FOUR_EYES: 'on', OPERATORS: 'ops@acme.com, OPS@acme.com' }],
    ['DNS_RESOLVER', { DNS_RESOLVER: 'dns.example.com' }],
    ['WEBHOOK_URL', { WEBHOOK_SECRET: signingKey }],
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://app.test/hook' }],
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://app.test/hook', WEBHOOK_SECRET: 'whsec_short' }],
    ['SMS_URL', { NODE_ENV: 'production', SMS_URL: 'http://sms.test/send', SMS_SECRET: signingKey }],
    ['SMS_URL', { NODE_ENV: 'production', SMS_URL: 'terminal' }],
    ['SMS_URL', { SMS_SECRET: signingKey }],
    ['SMS_URL', { SMS_PREFIXES: '+49' }],
    ['SMS_SECRET', { SMS_URL: 'https://sms.test/send' }],
    ['SMS_SECRET', { SMS_URL: 'https://sms.test/send', SMS_SECRET: 'whsec_short' }],
    ['SMS_PREFIXES', { SMS_URL: 'https://sms.test/send', SMS_SECRET: signingKey, SMS_PREFIXES: '+49,Austria' }],
    ['LIMIT_SMS', { NODE_ENV: 'production', LIMIT_SMS: 'off' }],
    ['LIMIT_SMS_PER_COUNTRY', { LIMIT_SMS_PER_COUNTRY: 'many' }],
    ['PASSKEY_RELATED_ORIGINS', { PASSKEY_RELATED_ORIGINS: 'https://a.test/path' }],
    ['ISSUER', { ISSUER: 'http://127.0.0.1:4000', ...web, OIDC_CLIENT_0_REQUIRE_PASSKEY: 'true' }],
  ])('%s is refused when it is wrong', (variable, env) => {
    expect(faults(env)).toContain(variable)
  })
})

describe('text messages', () => {
  test('there are none without SMS_URL; outside production they may be printed', () => {
    expect(read(web).sms).toBeNull()
    expect(read({ ...web, SMS_URL: 'terminal' }).sms).toEqual({ gateway: { kind: 'terminal' }, prefixes: [] })
    const sms = { SMS_URL: 'https://sms.test/send', SMS_SECRET: signingKey, SMS_PREFIXES: '+49, +1212' }
    expect(read({ ...web, ...sms }).sms).toEqual({
      gateway: { kind: 'http', url: 'https://sms.test/send', secret: 'A'.repeat(44) },
      prefixes: ['+49', '+1212'],
    })
  })
})

describe('metrics and telemetry', () => {
  test('neither is there until it is asked for', () => {
    expect(read(web)).toMatchObject({ metrics: { port: null, token: null }, telemetry: false })
    expect(read({ ...web, METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, token: null })
  })

  test.each([
    [{ METRICS_PORT: '4000' }, 'METRICS_PORT'],
    [{ METRICS_PORT: 'yes' }, 'METRICS_PORT'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  ] as [Environment, string][])('%o is a fault of %s', (extra, variable) => {
    expect(faults({ ...web, ...extra })).toEqual([variable])
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_LOGS_EXPORTER: 'console' }, true],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_SERVICE_NAME: 'id' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
  ] as [Environment, boolean][])('%o exports: %s', (extra, telemetry) => {
    expect(read({ ...web, ...extra }).telemetry).toBe(telemetry)
  })
})

test('workers are counted, or as many as there are processors, and never where mails are in memory', () => {
  const mail = { ...web, SMTP_URL: 'smtp://127.0.0.1:2525' }
  expect([
    read(mail).workers,
    read({ ...mail, WORKERS: '3' }).workers,
    read({ ...mail, WORKERS: 'auto' }).workers,
  ]).toEqual([1, 3, 4])
  for (const wrong of ['0', '-1', '1.5', 'all', '257'])
    expect(faults({ ...mail, WORKERS: wrong }), wrong).toEqual(['WORKERS'])
  const withoutMail = read({ ...web, WORKERS: '2' })
  expect(withoutMail.workers).toBe(1)
  expect(withoutMail.warnings).toEqual([expect.stringContaining('WORKERS has no effect without SMTP_URL')])
  expect(read({ ...web, WORKERS: 'auto' }).warnings).toEqual([])
})
