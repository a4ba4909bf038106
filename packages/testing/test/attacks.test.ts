import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startVestibule } from '../src/index.ts'

// What somebody would do with a server that shows every code. Ids are those of the catalogue of attacks.

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestibule-testing-attacks-'))
  // Databases of these tests are in a folder of their own, where they can be counted.
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (issuer: string): number => Number(new URL(issuer).port)

test('TS-01 it does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startVestibule()).rejects.toThrow(/NODE_ENV=production/)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  'HOST',
  'ISSUER',
  'NODE_ENV',
  'PORT',
  'DATABASE_URL',
  'SECRET',
  'SECRET_FILE',
  'SMTP_URL',
  'METRICS_PORT',
  'OTEL_TRACES_EXPORTER',
  'OIDC_CLIENT_7_SECRET',
])('TS-02 settings.%s is refused', async (name) => {
  await expect(startVestibule({ settings: { [name]: 'x' } })).rejects.toThrow(`settings.${name}`)
})

const connects = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

test('TS-02 it is not there at the other addresses of the machine', async () => {
  await using vestibule = await startVestibule()
  const port = portOf(vestibule.issuer)
  expect(await connects('127.0.0.1', port)).toBe(true)
  const others = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  )
  for (const address of others) expect(await connects(address, port), address).toBe(false)
})

test('TS-03 nothing of the environment of the process is read, nor a .env', async () => {
  const database = join(folder, 'real.db')
  const variables = {
    DATABASE_URL: `file:${database}`,
    SECRET: 'a secret of a real server: 0123456789',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ISSUER: 'https://id.example.com',
    HOST: '0.0.0.0',
    SIGN_UP: 'invited',
    OIDC_CLIENT_ID_0: 'real',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  writeFileSync(join(folder, '.env'), 'BRAND_NAME=Real\nSIGN_UP=invited\n')
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  await using vestibule = await startVestibule()
  vi.restoreAllMocks()
  expect(vestibule.issuer).toMatch(/^http:\/\/localhost:\d+$/)
  expect(existsSync(database)).toBe(false)
  const page = await (await fetch(vestibule.issuer, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('Vestibule test server')
  expect(page).not.toContain('Real')
})

const statusFor = (port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/health/ready', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

test('TS-04 it answers under the names of loopback only', async () => {
  await using vestibule = await startVestibule()
  const port = portOf(vestibule.issuer)
  expect(await statusFor(port, `localhost:${port}`)).toBe(200)
  expect(await statusFor(port, `127.0.0.1:${port}`)).toBe(200)
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', `localhost.evil.example:${port}`])
    expect(await statusFor(port, host), host).toBe(421)
})

test('TS-05 the database is private, and gone at the end', async () => {
  const vestibule = await startVestibule()
  const [name = ''] = readdirSync(folder)
  const database = join(folder, name)
  expect(statSync(database).mode & 0o077).toBe(0)
  for (const file of readdirSync(database)) expect(statSync(join(database, file)).mode & 0o077, file).toBe(0)
  await vestibule.close()
  expect(readdirSync(folder)).toEqual([])
  await vestibule.close()
})

test('TS-06 without a code nobody signs in over HTTP', async () => {
  await using vestibule = await startVestibule()
  const person = await vestibule.createPerson({ email: 'ada@example.com', organization: 'Acme' })
  for (const path of ['/signInAs', '/dev/sign-in', '/testing', '/dev/sessions']) {
    const body = new URLSearchParams({ email: person.email })
    const answer = await fetch(`${vestibule.issuer}${path}`, { method: 'POST', body, redirect: 'manual' })
    expect(answer.status, path).toBeGreaterThanOrEqual(403)
    expect(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('vestibule_session='))).toEqual([])
  }
})

test('TS-07 a token is good at its own server only, even if the next one has its port', async () => {
  const first = await startVestibule()
  const token = await first.tokenFor({ email: 'ada@example.com' })
  const userinfo = async (issuer: string) =>
    (await fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await userinfo(first.issuer)).toBe(200)
  await using other = await startVestibule()
  expect(await userinfo(other.issuer)).toBe(401)
  await first.close()
  await using next = await startVestibule({ port: portOf(first.issuer) })
  expect(next.issuer).toBe(first.issuer)
  expect(await userinfo(next.issuer)).toBe(401)
  expect(next.env.VESTIBULE_CLIENT_SECRET).not.toBe(first.env.VESTIBULE_CLIENT_SECRET)
  expect(next.env.VESTIBULE_SECRET).not.toBe(first.env.VESTIBULE_SECRET)
})
