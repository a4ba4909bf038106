import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// Requests that are refused, broken off or only half trusted, and how they are answered.

let world: TestWorld
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await openTestWorld({}, { log: (line) => lines.push(JSON.parse(line)) })
})
afterAll(() => world.close())

/** Sends bytes as they are and returns the answer, or what there is of it when the sender hangs up. */
const raw = (bytes: Buffer | string, hangUpAfter?: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(world.issuer).port), 'localhost')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(bytes)
    if (hangUpAfter !== undefined) setTimeout(() => socket.destroy(), hangUpAfter)
  })

const unsigned = (claims: object) =>
  [{ alg: 'none' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.')

describe('an unsigned request object', () => {
  const ask = (claims: object, params: Record<string, string | undefined> = {}) =>
    world.authorize(world.browser(), { state: undefined, nonce: undefined, request: unsigned(claims), ...params })

  test('is refused in the way that it asks for, with its own state', async () => {
    // AZ-14
    const page = await ask({ response_mode: 'form_post', state: 'inner', nonce: 'n' })
    const sent = Object.fromEntries(
      page.html.querySelectorAll('#answer input').map((one) => [one.getAttribute('name'), one.getAttribute('value')]),
    )
    expect(page.html.querySelector('#answer')?.getAttribute('action')).toBe(redirectUri)
    expect(sent).toMatchObject({ error: 'request_not_supported', state: 'inner', iss: world.issuer })
    const { callback } = await ask({ state: 'inner' })
    expect(callback?.searchParams.get('state')).toBe('inner')
  })

  test('changes neither client nor redirect URI, nor what the request itself says', async () => {
    const evil = { client_id: 'spa', redirect_uri: 'https://evil.example.test/cb', state: 'inner', response_mode: 'x' }
    const { callback } = await ask(evil, { state: 'outer' })
    expect(callback?.href).toMatch(/^https:\/\/rp\.example\.test\/cb\?/)
    expect(Object.fromEntries(callback?.searchParams ?? [])).toMatchObject({
      error: 'request_not_supported',
      state: 'outer',
    })
    expect((await ask({ redirect_uri: redirectUri }, { redirect_uri: 'https://evil.example.test/cb' })).status).toBe(
      400,
    )
  })

  test.each([
    'x',
    'a.b.c',
    `.${Buffer.from('null').toString('base64url')}.`,
    `.${Buffer.from('{"state":7,"response_mode":{}}').toString('base64url')}.`,
    `.${Buffer.from('{"state":"\\ud800"}').toString('base64url')}.`,
    `.${Buffer.from(JSON.stringify({ state: 's'.repeat(5000) })).toString('base64url')}.`,
  ])('that cannot be read (%#) is refused without a state', async (request) => {
    const { callback } = await ask({}, { request })
    expect(callback?.searchParams.get('error')).toBe('request_not_supported')
    expect(callback?.searchParams.has('state')).toBe(false)
  })
})

test('a sign-out with a return address and no client asks, and goes nowhere else', async () => {
  const { browser, person } = await world.signIn()
  const leave = `${world.issuer}/logout?${new URLSearchParams({ post_logout_redirect_uri: 'https://rp.example.test/bye', state: 'x' })}`
  expect((await browser.go(leave)).status).toBe(200)
  expect(browser.current?.html.querySelector('[name=decision][value=stay]')).not.toBeNull()
  await browser.submit({ decision: 'stay' })
  expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.has('code')).toBe(true)
  await browser.go(leave)
  const done = await browser.submit({ decision: 'logout' })
  expect([done.status, done.callback, done.location]).toEqual([200, null, `${world.issuer}/logout/confirm`])
  expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
    'login_required',
  )
  expect(person.email).toBeTruthy()
  // With a client it has to be one of the client's.
  const foreign = { client_id: 'web', post_logout_redirect_uri: 'https://evil.example.test/' }
  await browser.go(`${world.issuer}/logout?${new URLSearchParams(foreign)}`)
  expect((await browser.submit({ decision: 'logout' })).callback).toBeNull()
  expect(lines).toContainEqual(
    expect.objectContaining({
      client: 'web',
      msg: 'the post_logout_redirect_uri of a logout is not registered for its client',
    }),
  )
})

describe('the session cookie', () => {
  const account = (cookie: Buffer | string) =>
    raw(
      Buffer.concat([
        Buffer.from('GET /account HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: '),
        Buffer.from(cookie as string, 'latin1'),
        Buffer.from('\r\n\r\n'),
      ]),
    )
  const statusOf = (answer: string) => Number(answer.split(' ')[1])

  test('is found between spaces and tabs only: what a browser does not trim is part of the name', async () => {
    // SE-03
    const { browser } = await world.signIn()
    const [, value] = [...browser.cookies].find(([name]) => name === 'vestibule_session') ?? []
    expect(statusOf(await account(`a=b; \t vestibule_session=${value} \t`))).toBe(200)
    for (const byte of ['\xa0', '\x0b', '\x0c', '\x85'])
      expect(statusOf(await account(`${byte}vestibule_session=${value}`)), escape(byte)).not.toBe(200)
    expect(statusOf(await account(`\xa0vestibule_session=x.y; vestibule_session=${value}`))).toBe(200)
  })

  test('has two parts', async () => {
    // SE-06
    const { browser } = await world.signIn()
    const [, value] = [...browser.cookies].find(([name]) => name === 'vestibule_session') ?? []
    for (const more of ['.x', '.', '..']) expect(statusOf(await account(`vestibule_session=${value}${more}`))).toBe(303)
  })
})

test('a page whose address has letters beyond ASCII is come back to after the sign-in', async () => {
  // ON-09
  const browser = world.browser()
  for (const path of ['/organizations/%E2%82%AC', '/organizations/%0D%0Ax', '/organizations/%F0%9F%98%80']) {
    await browser.go(`${world.issuer}${path}`)
    if (browser.has('email')) {
      await browser.submit({ email: 'beyond@example.test' })
      await browser.submit({ code: codeIn(await world.mailbox.take('beyond@example.test')) })
    }
    expect([path, browser.current?.status, new URL(browser.current?.location ?? '').pathname]).toEqual([
      path,
      404,
      path,
    ])
  }
})

test('a client that hangs up in the middle of its request is no error of the server', async () => {
  // HT-20
  const before = lines.length
  for (const length of ['Content-Length: 500', 'Transfer-Encoding: chunked']) {
    const body = length.startsWith('T') ? '5\r\ngrant\r\n' : 'grant_type=authori'
    await raw(
      `POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n${body}`,
      100,
    )
  }
  // A request after them is answered, so both have been dealt with.
  expect((await fetch(`${world.issuer}/health/live`)).status).toBe(200)
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines.slice(before).filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('introspection and pushed requests are not for scripts of another origin', async () => {
  for (const path of ['/introspect', '/par']) {
    const answer = await fetch(`${world.issuer}${path}`, {
      method: 'POST',
      headers: { Origin: 'https://spa.example.test', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'client_id=spa&token=x',
    })
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
  }
  const token = await fetch(`${world.issuer}/token`, {
    method: 'POST',
    headers: { Origin: 'https://spa.example.test', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'client_id=spa',
  })
  expect(token.headers.get('access-control-allow-origin')).toBe('https://spa.example.test')
})
