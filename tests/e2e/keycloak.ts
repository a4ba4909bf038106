import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { until } from '../../apps/server/test/support/until.ts'
import { freePort } from './support.ts'

// Keycloak, as it is published in Maven Central, on loopback: the identity provider of a company. Part of `npm run test:all`.

const run = promisify(execFile)
const artifact = 'org.keycloak:keycloak-quarkus-dist:26.4.0:tar.gz'
const mavenCopy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'
/** Milliseconds, of a slow machine with company. */
const startTimeout = 400_000
/** For the hook of a test file that opens it: fetching it the first time comes before its start. */
export const keycloakTimeout = 600_000
const administrator = { username: 'admin', password: 'the administrator of the tests' }

/** Somebody of the company. */
export interface KeycloakPerson {
  username: string
  email: string
  password: string
  givenName: string
  familyName: string
  groups?: readonly string[]
  /** What its second factor is counted from. */
  otpSecret?: string
}

/** What of ours a realm has to know. */
export interface KeycloakClient {
  clientId: string
  /** Absent: `private_key_jwt` with the keys at `jwksUri`. */
  secret?: string
  jwksUri?: string
  redirectUris: readonly string[]
  /** Where it tells that a session has ended. */
  backchannelLogout?: string
}

export interface Keycloak {
  url: string
  /** Imports a realm with this client and these people. Returns its issuer. */
  addRealm(name: string, client: KeycloakClient, people: readonly KeycloakPerson[]): Promise<string>
  /** Changes attributes of the client of a realm, such as where it tells that a session has ended. */
  changeClient(realm: string, clientId: string, change: Record<string, unknown>): Promise<void>
  /** Ends every session of a person, as their administrator does. */
  signOut(realm: string, username: string): Promise<void>
  close(): Promise<void>
}

/**
 * Fetches Keycloak into Maven's repository, unpacks it into a temporary folder, and starts it; or takes the one that runs at
 * TEST_KEYCLOAK_URL.
 */
export async function openKeycloak(): Promise<Keycloak> {
  const running = process.env.TEST_KEYCLOAK_URL
  const { url, close } = running ? { url: running, close: async () => {} } : await startKeycloak()
  const admin = administration(url)
  return {
    url,
    async addRealm(name, client, people) {
      await admin('POST', '', realm(name, client, people))
      return `${url}/realms/${name}`
    },
    async changeClient(name, clientId, change) {
      const [found] = await admin<{ id: string }[]>('GET', `/${name}/clients?clientId=${clientId}`)
      await admin('PUT', `/${name}/clients/${found?.id}`, { ...found, ...change })
    },
    async signOut(name, username) {
      const [found] = await admin<{ id: string }[]>('GET', `/${name}/users?username=${username}&exact=true`)
      await admin('POST', `/${name}/users/${found?.id}/logout`)
    },
    close,
  }
}

async function startKeycloak(): Promise<Pick<Keycloak, 'url' | 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-keycloak-'))
  await run('mvn', ['-q', '-B', mavenCopy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], { cwd: folder })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))
  await run('tar', ['xzf', join(folder, archive ?? ''), '--strip-components=1', '-C', folder])
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = start(folder, port)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const ready = async () => {
    if (child.exitCode !== null) throw new Error(`Keycloak ended with ${child.exitCode}:\n${output}`)
    return (await fetch(`${url}/realms/master/.well-known/openid-configuration`).catch(() => null))?.ok
  }
  const close = async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(ready, () => `Keycloak is not ready:\n${output}`, startTimeout)
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}

/** In a group of processes of its own: its script starts the virtual machine beside itself. */
const start = (folder: string, port: number): ChildProcess =>
  spawn(join(folder, 'bin/kc.sh'), ['start-dev', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${port}`], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
  })

/** Its administration interface. A token of it lives for a minute, so each call takes a new one. */
const administration =
  (url: string) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const credentials = { grant_type: 'password', client_id: 'admin-cli', ...administrator }
    const token = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(credentials),
    })
    const { access_token } = (await token.json()) as { access_token: string }
    const answer = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Keycloak answered ${method} ${path} with ${answer.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }

function realm(name: string, client: KeycloakClient, people: readonly KeycloakPerson[]) {
  const groups = [...new Set(people.flatMap((person) => person.groups ?? []))]
  return {
    realm: name,
    enabled: true,
    sslRequired: 'none',
    groups: groups.map((group) => ({ name: group })),
    clients: [clientOf(client)],
    users: people.map(userOf),
  }
}

const clientOf = ({ clientId, secret, jwksUri, redirectUris, backchannelLogout }: KeycloakClient) => ({
  clientId,
  enabled: true,
  protocol: 'openid-connect',
  standardFlowEnabled: true,
  redirectUris,
  ...(secret ? { secret } : { clientAuthenticatorType: 'client-jwt' }),
  attributes: {
    'pkce.code.challenge.method': 'S256',
    'post.logout.redirect.uris': '+',
    ...(jwksUri ? { 'use.jwks.url': 'true', 'jwks.url': jwksUri } : {}),
    ...(backchannelLogout ? backchannelLogoutAt(backchannelLogout) : {}),
  },
  protocolMappers: [
    {
      name: 'groups',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-group-membership-mapper',
      config: {
        'claim.name': 'groups',
        'full.path': 'false',
        'id.token.claim': 'true',
        'userinfo.token.claim': 'true',
      },
    },
  ],
})

export const backchannelLogoutAt = (url: string) => ({
  'backchannel.logout.url': url,
  'backchannel.logout.session.required': 'true',
})

const userOf = ({ username, email, password, givenName, familyName, groups, otpSecret }: KeycloakPerson) => ({
  username,
  email,
  emailVerified: true,
  enabled: true,
  firstName: givenName,
  lastName: familyName,
  groups: groups?.map((group) => `/${group}`),
  credentials: [
    { type: 'password', value: password },
    ...(otpSecret
      ? [
          {
            type: 'otp',
            secretData: JSON.stringify({ value: otpSecret }),
            credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
          },
        ]
      : []),
  ],
})

/** The password of an authenticator app for this moment (RFC 6238, with the defaults of Keycloak). */
export function oneTimePassword(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Does what Keycloak's pages ask of somebody, until the browser has left it. */
export async function signInAtKeycloak(page: Page, keycloak: Pick<Keycloak, 'url'>, person: KeycloakPerson) {
  const isThere = (address: URL) => address.href.startsWith(`${keycloak.url}/`)
  await page.waitForURL(isThere)
  if ((await page.locator('#username').count()) > 0) await page.fill('#username', person.username)
  await page.fill('#password', person.password)
  await page.locator('#kc-login').click()
  if (person.otpSecret) {
    await page.fill('#otp', oneTimePassword(person.otpSecret))
    await page.locator('#kc-login').click()
  }
  await page.waitForURL((address) => !isThere(address))
}
