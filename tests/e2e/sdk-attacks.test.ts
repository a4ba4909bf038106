import { readdirSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIssuer, createTestSession, type TestIssuer } from '../../packages/core/src/testing.ts'
import { freePort, startExample } from './support.ts'

// Attacks on applications that use the SDKs, against their production builds. Ids are those of the catalogue. The
// provider is one in this process; who is signed in is made up with the testing entry of core.

let provider: TestIssuer
let server: Server
let issuer: string
const apps = new Map<string, { url: string; stop(): void }>()
const names = ['nextjs', 'nuxt', 'remix'] as const

beforeAll(async () => {
  const port = await freePort()
  issuer = `http://localhost:${port}`
  provider = await createTestIssuer({ issuer })
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = await provider.fetch(`${issuer}${request.url}`, {
      method: request.method,
      headers: request.headers as Record<string, string>,
      ...(body ? { body } : {}),
    })
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  for (const name of names)
    apps.set(
      name,
      await startExample(name, {
        port: await freePort(),
        env: { VESTIBULE_ISSUER: issuer, VESTIBULE_CLIENT_ID: name },
      }),
    )
})
afterAll(() => {
  for (const { stop } of apps.values()) stop()
  server?.closeAllConnections()
  server?.close()
})

const urlOf = (name: string) => apps.get(name)?.url ?? ''

/** A request whose path is sent as it is written: `fetch` would tidy it up. */
function raw(
  name: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port } = new URL(urlOf(name))
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, path, method, headers: { accept: 'text/html', ...headers } },
      (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    request.on('error', reject)
    request.end()
  })
}

const signedIn = (name: string, user: Record<string, unknown> = {}, now = () => new Date()) =>
  createTestSession(
    {
      now,
      issuer,
      clientId: name,
      secret: 'a secret of the example app that is long enough',
      url: urlOf(name),
    },
    {
      sub: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.test',
      organization: 'acme',
      organization_name: 'Acme',
      roles: ['member'],
      ...user,
    },
    // Fresh, whenever it was written: no guard asks the provider.
    { freshUntil: Math.floor(Date.now() / 1000) + 3600 },
  )
// The public page names Ada Lovelace too, in its drawing.
const secretWords = /Ada Lovelace ·|ada@example\.test|Add note/

describe.each(names)('%s', (name) => {
  test('SC-27 SU-08 SR-05 no token in a page. A made-up session opens it: the test would notice a guard that lets nobody in', async () => {
    const answer = await raw(name, '/dashboard', { cookie: await signedIn(name) })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatch(/Ada Lovelace/)
    expect(String(answer.headers['cache-control'])).toMatch(/no-store/)
    // SC-27: nothing sealed and no token in what the browser is given.
    expect(answer.body).not.toMatch(/eyJ[\w-]{20,}|test-access-token/)
  })

  test.each([
    '/dashboard',
    '/dashboard/',
    '/Dashboard',
    '/DASHBOARD',
    '//dashboard',
    '/dashboard/.',
    '/./dashboard',
    '/x/../dashboard',
    '/%64ashboard',
    '/%2564ashboard',
    '/dashboard%2f',
    '/dashboard?x=1',
    '/dashboard/_payload.json',
    '/dashboard?_payload.json',
    '/dashboard.data',
    '/dashboard.data?_routes=routes%2Fdashboard',
    '/dashboard?_data=routes%2Fdashboard',
    '/dashboard?_rsc=abc',
    '/members',
    '/settings/delete-notes',
    '/settings/export',
    '/billing',
    '/BILLING',
    '/billing/_payload.json',
    '/billing.data',
  ])('SN-03 SU-01 SU-02 SR-01 a stranger gets nothing of %s', async (path) => {
    const answer = await raw(name, path)
    expect(answer.body).not.toMatch(secretWords)
    if (answer.status >= 300 && answer.status < 400)
      expect(String(answer.headers.location)).not.toMatch(/^https?:\/\/(?!localhost)/)
    else expect([200, 202, 204, 400, 401, 403, 404]).toContain(answer.status)
  })

  test.each([
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware' },
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
    { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
    { 'x-nextjs-data': '1' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    { host: 'evil.test' },
    { 'x-original-url': '/dashboard', 'x-rewrite-url': '/dashboard' },
  ] as Record<string, string>[])('SN-01 SN-04 SR-08 no header opens a page: %j', async (headers) => {
    const answer = await raw(name, '/dashboard', headers)
    expect(answer.body).not.toMatch(secretWords)
    // The host of a request leads nobody elsewhere.
    expect(String(answer.headers.location ?? '')).not.toContain('evil.test')
  })

  test('A-2 a cookie that a sibling site could plant by the byte 0xA0 is nobody’s session, and a name that is sent twice neither', async () => {
    const [own = '', attackers = ''] = [await signedIn(name), await signedIn(name, { name: 'Eve Ill', sub: 'eve' })]
    const [session = ''] = attackers.split('; ')
    for (const cookie of [
      `\xa0${session}`,
      `a=1; \xa0${session}`,
      session.replace('=', '\xa0='),
      `${session}; ${own}`,
    ]) {
      const answer = await raw(name, '/auth/session', { cookie })
      expect([answer.status, answer.body], cookie.slice(0, 40)).toEqual([200, 'null'])
      expect((await raw(name, '/dashboard', { cookie })).body).not.toMatch(/Eve Ill/)
    }
    expect((await raw(name, '/auth/session', { cookie: `\xa0${session}; ${own}` })).body).toContain('Ada Lovelace')
  })

  test('K9 a link of another site asks a signed-in person before it leads to another organization', async () => {
    const link = '/auth/login?organization=other&returnTo=%2Fdashboard'
    const headers = { cookie: await signedIn(name), 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const asked = await raw(name, link, { ...headers, 'sec-fetch-site': 'cross-site' })
    expect([asked.status, asked.headers.location]).toEqual([200, undefined])
    expect(asked.body).toContain('action="/auth/login?organization=other&amp;returnTo=%2Fdashboard"')
    for (const [origin, status] of [
      ['https://evil.test', 403],
      [urlOf(name), 303],
    ] as const)
      expect((await raw(name, link, { ...headers, origin }, 'POST')).status).toBe(status)
    expect((await raw(name, link, { ...headers, 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })

  test('a role is not a matter of the page: a member gets nothing of the owners’', async () => {
    for (const path of ['/billing', '/billing.data', '/Billing']) {
      const answer = await raw(name, path, { cookie: await signedIn(name) })
      expect(answer.body, path).not.toMatch(/Change to Team/)
    }
    expect((await raw(name, '/billing', { cookie: await signedIn(name, { roles: ['owner'] }) })).body).toMatch(
      /of (<!-- -->)?100(<!-- -->)? notes/,
    )
  })

  test('APIs answer 401 with a challenge and never a redirect', async () => {
    for (const path of ['/api/me', '/api/call', '/api/notes']) {
      const answer = await raw(name, path)
      expect([answer.status, answer.headers['www-authenticate']], path).toEqual([401, 'Bearer'])
      expect(answer.headers.location).toBeUndefined()
    }
    const other = await createTestIssuer({ issuer })
    for (const token of [
      await other.issueAccessToken(),
      await provider.issueAccessToken({ aud: 'https://other.test' }),
      'x.y.z',
    ])
      expect((await raw(name, '/api/notes', { authorization: `Bearer ${token}` })).status).toBe(401)
    const good = await provider.issueAccessToken({ organization: 'acme', scope: 'openid organization' })
    const answer = await raw(name, '/api/notes', { authorization: `Bearer ${good}` })
    expect([answer.status, JSON.parse(answer.body).organization]).toEqual([200, 'acme'])
  })

  test('SN-13 the session endpoint tells public claims only, to this origin only', async () => {
    const answer = await raw(name, '/auth/session', { cookie: await signedIn(name), origin: 'https://evil.test' })
    expect(Object.keys(JSON.parse(answer.body)).sort()).toEqual([
      'acr',
      'authTime',
      'expiresAt',
      'freshUntil',
      'scopes',
      'sid',
      'user',
    ])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('SC-13 a document keeps a session in use from becoming idle, and nothing else writes a cookie', async () => {
    const document = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const before = () => new Date(Date.now() - 3 * 3_600_000)
    const written = async (headers: Record<string, string>, path = '/dashboard', method = 'GET') =>
      [(await raw(name, path, headers, method)).headers['set-cookie'] ?? []].flat().map(String)
    const old = await signedIn(name, {}, before)
    const kept = await written({ cookie: old, ...document })
    expect(kept.filter((cookie) => /^vestibule_session_\w+=eyJ/.test(cookie))).toHaveLength(1)
    expect(kept.filter((cookie) => /_tokens_/.test(cookie))).toEqual([])
    expect(await written({ cookie: await signedIn(name), ...document })).toEqual([])
    expect(await written({ cookie: old, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).toEqual([])
    expect(await written({ ...document })).toEqual([])
    // A sign-out is a document too, and the last word.
    const out = await written({ cookie: old, ...document, origin: urlOf(name) }, '/auth/logout', 'POST')
    expect(out.length).toBeGreaterThan(0)
    expect(out.filter((cookie) => !cookie.includes('Max-Age=0'))).toEqual([])
  })

  test('SC-30 a logout by GET or from elsewhere ends nothing', async () => {
    expect((await raw(name, '/auth/logout', { cookie: await signedIn(name) })).status).toBe(405)
    for (const headers of [{}, { origin: 'https://evil.test' }, { origin: 'null' }] as Record<string, string>[]) {
      const answer = await raw(name, '/auth/logout', { cookie: await signedIn(name), ...headers }, 'POST')
      expect(answer.status).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('SU-05 a login starts on a document only, and lands on this origin only', async () => {
    const document = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await raw(name, '/auth/login', { 'sec-fetch-mode': 'cors' })).status).toBe(204)
    for (const returnTo of [
      '//evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      'data:text/html,x',
      '"><script>',
      '/\\evil.test',
      '/%0d%0aSet-Cookie:x',
    ]) {
      const jar = new Map<string, string>()
      const begun = await raw(name, `/auth/login?returnTo=${encodeURIComponent(returnTo)}`, document)
      for (const cookie of [begun.headers['set-cookie'] ?? []].flat() as string[])
        jar.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')))
      const back = new URL(await provider.authorize(String(begun.headers.location)))
      const landed = await raw(name, `${back.pathname}${back.search}`, {
        ...document,
        cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
      })
      expect([landed.status, landed.headers.location], returnTo).toEqual([
        303,
        returnTo.startsWith('/%0d') ? expect.stringMatching(/^\//) : '/',
      ])
    }
  })

  test('SU-07 SN-07 SR-02 a hundred people at once see themselves and nobody else', async () => {
    const people = Array.from({ length: 100 }, (_, at) => `Person number ${at} of many`)
    const pages = await Promise.all(
      people.map(
        async (who) => (await raw(name, '/dashboard', { cookie: await signedIn(name, { name: who, sub: who }) })).body,
      ),
    )
    pages.forEach((body, at) => {
      const seen = new Set(body.match(/Person number \d+ of many/g))
      expect([...seen]).toEqual([people[at]])
    })
    // A page for everyone was not built with someone's name in it.
    expect((await raw(name, '/')).body).not.toMatch(/Person number/)
  })

  test('SR-10 SN-06 what is not a form of ours changes nothing and tells nothing of the inside', async () => {
    const cookie = await signedIn(name)
    const attempts: [string, Record<string, string>][] = [
      ['/dashboard', { cookie, origin: 'https://evil.test', 'content-type': 'application/x-www-form-urlencoded' }],
      [
        '/dashboard',
        {
          cookie,
          origin: 'null',
          'next-action': '7f0000000000000000000000000000000000000000',
          'content-type': 'text/plain',
        },
      ],
      ['/dashboard', { 'next-action': '7f0000000000000000000000000000000000000000', 'content-type': 'text/plain' }],
      ['/api/own-notes', { 'content-type': 'application/json' }],
      ['/api/own-notes', { cookie, origin: 'https://evil.test', 'content-type': 'application/json' }],
      ['/api/call', { cookie, origin: 'https://evil.test' }],
    ]
    for (const [path, headers] of attempts) {
      const answer = await raw(name, path, headers, 'POST')
      expect(answer.body).not.toMatch(/at .*\.m?js:\d+|node_modules|eyJ[\w-]{20,}|a secret of the example/)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    // Nothing was written by any of them.
    expect((await raw(name, '/dashboard', { cookie })).body).not.toMatch(/class="notes">\s*(<!--[^>]*-->)*\s*<li/)
  })

  test('SU-11 SC-24 without its secret in production the application refuses; it never lets anyone in', async () => {
    const port = await freePort()
    const started = await startExample(name, {
      port,
      env: { VESTIBULE_ISSUER: issuer, VESTIBULE_CLIENT_ID: name, VESTIBULE_SECRET: '' },
      ready: (answer) => answer.status > 0,
    }).catch((error: Error) => error.message)
    // Where the framework lets it, the start itself fails and names the variable. Next.js goes on, and answers 500.
    if (typeof started === 'string') return expect(started).toContain('VESTIBULE_SECRET')
    const { url, stop } = started
    try {
      for (const path of ['/dashboard', '/billing', '/api/me']) {
        const answer = await fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie: await signedIn(name) } })
        expect(answer.status, path).toBeGreaterThanOrEqual(500)
        expect(await answer.text()).not.toMatch(secretWords)
      }
    } finally {
      stop()
    }
  })
})

test('SN-12 a route that is added is guarded, or is named here as public', async () => {
  const open = new Set(['/', '/auth/[...auth]'])
  const folder = join(import.meta.dirname, '../../examples/nextjs/app')
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/${file.replace(/\/?(page\.tsx|route\.ts)$/, '').replace(/^\([^)]+\)\//, '')}`)
  expect(routes.length).toBeGreaterThanOrEqual(6)
  for (const route of routes.filter((route) => !open.has(route)))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await raw('nextjs', route, {}, method)
      const sentAway = status >= 300 && status < 400 && String(headers.location).includes('/auth/login')
      expect(sentAway || [401, 403, 405].includes(status), `${method} ${route}: ${status}`).toBe(true)
      expect(body).not.toMatch(secretWords)
    }
})
