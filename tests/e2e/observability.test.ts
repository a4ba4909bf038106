import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { codeIn, type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { basic } from '../../apps/server/test/support/world.ts'
import { dashboard, rules, samplesOf, unknownIn } from './monitoring.ts'
import { freePort, startServer } from './support.ts'

// What an operator sees from outside: Prometheus and OpenTelemetry, from the built server.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-observed-'))
const redirectUri = 'https://rp.example.test/cb'
const secret = 'app-secret-0123456789'
const metricsToken = 'a-token-for-prometheus'
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = async (extra: Record<string, string>) => ({
  PORT: String(await freePort()),
  SMTP_URL: mailbox.url,
  ONBOARDING: 'profile',
  OIDC_CLIENT_ID_0: 'app',
  OIDC_CLIENT_0_SECRET: secret,
  OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,reports:read',
  OIDC_CLIENT_0_ORGANIZATION: 'none',
  ...extra,
})

/** A whole sign-in with one mistyped code, and everything secret that went over the wire. */
async function signIn(url: string, email: string): Promise<string[]> {
  const browser = new PlainBrowser(url)
  const page = await browser.go(
    `${url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
  )
  await browser.submit({ email })
  const mail = await mailbox.take(email)
  const code = codeIn(mail)
  await browser.submit({ code: code === '000000' ? '000001' : '000000' })
  await browser.submit({ code })
  const { callback } = await browser.submit({ given_name: 'Ada' })
  const authorizationCode = callback?.searchParams.get('code') ?? ''
  const tokens = await token(url, {
    grant_type: 'authorization_code',
    code: authorizationCode,
    redirect_uri: redirectUri,
  })
  expect(tokens.access_token).toBeTruthy()
  await fetch(`${url}/userinfo`, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
  const handle = page.location.split('/').at(-1) ?? ''
  expect(handle.length).toBeGreaterThan(20)
  return [handle, email, code, authorizationCode, tokens.access_token, tokens.refresh_token, tokens.id_token, secret]
}

type Tokens = Record<'access_token' | 'refresh_token' | 'id_token', string>

async function token(url: string, body: Record<string, string>): Promise<Tokens> {
  const answer = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: basic('app', secret), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
  return answer.json() as Promise<Tokens>
}

describe('/metrics', () => {
  /** What the server exposes after a sign-in, and everything secret that went over the wire. */
  let text: string
  let secrets: string[]
  beforeAll(async () => {
    const server = await startServer(
      await environment({ METRICS_TOKEN: metricsToken, DATABASE_URL: await freshPostgres() }),
      folder,
    )
    const scrape = (authorization?: string) =>
      fetch(`${server.url}/metrics`, { headers: authorization ? { Authorization: authorization } : {} })
    for (const wrong of [undefined, 'Bearer wrong', `Basic ${metricsToken}`, `Bearer ${metricsToken}x`]) {
      const refused = await scrape(wrong)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"'])
    }
    secrets = await signIn(server.url, 'ada@example.test')
    await token(server.url, { grant_type: 'client_credentials' })
    await token(server.url, { grant_type: 'refresh_token', refresh_token: 'nonsense' })
    for (const path of ['/%2e%2e/etc', '/sign-in', `/${'x'.repeat(500)}`]) await fetch(server.url + path)

    const answer = await scrape(`Bearer ${metricsToken}`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    text = await answer.text()
    await server.stop()
  })

  test('counts requests, sign-ins, codes and tokens, and names nobody', () => {
    for (const line of [
      'vestibule_sign_ins_total{method="code",outcome="ok"} 1',
      'vestibule_sign_ins_total{method="code",outcome="wrong"} 1',
      'vestibule_codes_sent_total 1',
      'vestibule_messages_total{kind="mail",outcome="sent"} 1',
      'vestibule_tokens_issued_total{grant="authorization_code"} 1',
      'vestibule_tokens_issued_total{grant="client_credentials"} 1',
      'vestibule_token_errors_total{error="invalid_grant"} 1',
      'vestibule_http_requests_total{method="GET",route="/userinfo",status="200"} 1',
      'vestibule_http_requests_total{method="GET",route="/metrics",status="401"} 4',
      'vestibule_http_request_duration_seconds_count{route="/token"} 3',
      'vestibule_database_up 1',
      'vestibule_queue_messages{kind="mail"} 0',
      'vestibule_queue_oldest_seconds{kind="logout"} 0',
      'vestibule_database_connections{state="waiting"} 0',
    ])
      expect(text).toContain(line)
    // Whoever asks for made-up paths makes no new series.
    expect(text).toMatch(/vestibule_http_requests_total\{method="GET",route="unknown",status="404"\} 3/)
    for (const one of secrets) expect(text).not.toContain(one)
  })

  test('has every metric and label that the alerts and the dashboard ask for', () => {
    const samples = samplesOf(text)
    const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
    expect(expressions.length).toBeGreaterThan(20)
    expect(expressions.flatMap((expression) => unknownIn(expression, samples))).toEqual([])
    // It would find what is not there.
    for (const [expression, unknown] of [
      ['rate(vestibule_signins_total[5m])', 'vestibule_signins_total'],
      ['vestibule_queue_messages{kind="post"}', 'vestibule_queue_messages: kind="post"'],
      ['sum by (path) (vestibule_http_requests_total)', 'vestibule_http_requests_total: path'],
    ] as const)
      expect(unknownIn(expression, samples)).toEqual([unknown])
  })

  test('the dashboard is sound: what it draws has a place, a source and labels', () => {
    const { panels, templating } = dashboard
    expect(templating.list).toEqual([expect.objectContaining({ name: 'datasource', type: 'datasource' })])
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const source = { type: 'prometheus', uid: `\${datasource}` }
    const taken = new Set<string>()
    for (const { title, datasource, gridPos, targets } of panels) {
      expect([title, datasource]).toEqual([expect.stringMatching(/./), source])
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
      for (const { datasource, expr, legendFormat } of targets) {
        expect(datasource).toEqual(source)
        const grouped = / by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? ['instance']
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(grouped).toContain(label)
      }
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(x).toBeLessThan(24)
          expect(taken).not.toContain(`${x} ${y}`)
          taken.add(`${x} ${y}`)
        }
    }
  })

  test('every alert says what has happened, and is in the documentation', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/observability.md'), 'utf8')
    for (const { alert, annotations } of rules) {
      expect([alert, annotations.summary, annotations.description]).toEqual([
        alert,
        expect.stringMatching(/./),
        expect.stringMatching(/\.$/),
      ])
      expect(page).toContain(`\`${alert}\``)
    }
  })

  test('on a port of their own they need no token, and the public port has none', async () => {
    // HT-22
    const port = await freePort()
    const server = await startServer(
      await environment({ METRICS_PORT: String(port), DATABASE_URL: `file:${join(folder, 'own.db')}` }),
      folder,
    )
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect([answer.status, (await answer.text()).includes('vestibule_database_up 1')]).toEqual([200, true])
    expect((await fetch(`http://127.0.0.1:${port}/token`)).status).toBe(404)
    expect(await server.stop()).toBe(0)
  })

  test('without either variable there are none', async () => {
    // HT-22
    const server = await startServer(await environment({ DATABASE_URL: `file:${join(folder, 'none.db')}` }), folder)
    expect((await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer ' } })).status).toBe(404)
    await server.stop()
  })
})

describe('OpenTelemetry', () => {
  test('a request is one trace with its statements, the caller’s trace goes on, logs join, and nothing secret leaves', async () => {
    // EC-26
    const received: { path: string; body: string }[] = []
    const collector = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString() })
        response.setHeader('Content-Type', 'application/json').end('{}')
      })
    })
    const port = await freePort()
    await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve))
    const server = await startServer(
      await environment({
        DATABASE_URL: `file:${join(folder, 'traced.db')}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        LOG_LEVEL: 'debug',
      }),
      folder,
    )
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await fetch(`${server.url}/.well-known/openid-configuration`, {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    })
    const secrets = await signIn(server.url, 'grace@example.test')
    await fetch(`${server.url}/invitations/unknown`)
    // What is still kept leaves at the end.
    expect(await server.stop()).toBe(0)
    collector.close()

    interface Exported {
      resourceSpans?: { resource: unknown; scopeSpans: { spans: Span[] }[] }[]
    }
    interface Span {
      name: string
      traceId: string
      spanId: string
      parentSpanId?: string
    }
    const spans = received
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => (JSON.parse(body) as Exported).resourceSpans ?? [])
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    const named = (name: string) => spans.find((span) => span.name === name)
    expect(named('GET /.well-known/openid-configuration')?.traceId).toBe(traceId)
    const redemption = named('POST /token')
    expect(named('INSERT token_grant')).toMatchObject({
      traceId: redemption?.traceId,
      parentSpanId: redemption?.spanId,
    })
    expect(named('POST /sign-in/:handle/code')).toBeTruthy()
    expect(named('send mail')).toBeTruthy()
    expect(named('transaction')).toBeTruthy()
    expect(spans.filter(({ name }) => / Invitation$/.test(name))).toHaveLength(1)
    const all = received.map(({ body }) => body).join('\n')
    expect(all).toContain('"service.name"')
    expect(all).toContain('"vestibule"')
    const logs = received
      .filter(({ path }) => path === '/v1/logs')
      .map(({ body }) => body)
      .join('\n')
    expect(logs).toContain('signed in by mail')
    expect(logs).toContain(named('POST /sign-in/:handle/code')?.traceId)
    for (const one of secrets) expect(all).not.toContain(one)
  })
})
