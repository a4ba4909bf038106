import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clients as clientCommands } from '../src/commands/clients.ts'
import type { Command, Values } from '../src/commands/command.ts'
import { runCommandLine } from '../src/commands/command-line.ts'
import { connections } from '../src/commands/connections.ts'
import { data } from '../src/commands/data.ts'
import { directory } from '../src/commands/directory.ts'
import { operators } from '../src/commands/operators.ts'
import { server as serverCommands } from '../src/commands/server.ts'
import { signIns } from '../src/commands/sign-ins.ts'
import { users } from '../src/commands/users.ts'
import { openDirectory } from '../src/flows/directory/directories.ts'
import { system } from '../src/flows/platform/audit.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { clients, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// The command line is one more entrance to the same flows: what it changes leaves the same events, logout tokens and
// mails as a page or the management API.

const commands = new Map<string, Command>([
  ...serverCommands,
  ...clientCommands,
  ...data,
  ...users,
  ...signIns,
  ...connections,
  ...directory,
  ...operators,
])
const folder = mkdtempSync(join(tmpdir(), 'vestibule-commands-'))
const file = join(folder, 'vestibule.db')
const logouts: string[] = []
/** The commands that the tests have run. */
const walked = new Set<string>()

let world: TestWorld
let receiver: Server
let printed: string[] = []
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    logouts.push(body)
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const env = {
    OIDC_CLIENT_ID_9: 'app',
    OIDC_CLIENT_9_SECRET: 'app-secret-0123456789',
    OIDC_CLIENT_9_REDIRECT_URIS: redirectUri,
    OIDC_CLIENT_9_GRANT_TYPES: 'authorization_code,refresh_token',
    OIDC_CLIENT_9_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/logout`,
    SIGN_UP: 'invited',
    SSO: 'on',
    SCIM: 'on',
    WEBHOOK_URL: 'http://127.0.0.1:9/hook',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  }
  world = await openTestWorld(env, { database: 'sqlite', file })
  const configuration = {
    ...clients,
    ...env,
    ISSUER: world.issuer,
    DATABASE_URL: `file:${file}`,
    SMTP_URL: world.mailbox.url,
    SECRET: 'a secret that is kept for the tests: 0123456789',
    TERMS_VERSION: '2026-11',
    TERMS_URL: 'https://example.test/terms',
  }
  for (const [name, value] of Object.entries(configuration)) vi.stubEnv(name, value)
})
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((...parts) => void printed.push(parts.join(' ')))
  vi.spyOn(console, 'table').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  receiver?.closeAllConnections()
  receiver?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const vestibule = async (name: string, args: string[] = [], values: Values = {}) => {
  const command = commands.get(name)
  if (!command) throw new Error(`there is no command ${name}`)
  walked.add(name)
  await command.run(args, values)
  // Reads of one turn share one look at the file (connections/sqlite/sqlite.ts): it may have begun before the command's own connection wrote.
  await setImmediate()
  await setImmediate()
}

/** What a command wrote into the audit log: actions that the system did since, in their order. */
async function eventsOf(work: () => Promise<void>): Promise<string[]> {
  const before = await world.deps.db.sql.read('SELECT id FROM audit_event', [])
  await work()
  const known = new Set(before.map(({ id }) => String(id)))
  const after = await world.deps.db.sql.read('SELECT id, action, actor_kind FROM audit_event ORDER BY id', [])
  const fresh = after.filter(({ id }) => !known.has(String(id)))
  expect(fresh.every(({ actor_kind }) => actor_kind === 'system')).toBe(true)
  return fresh.map(({ action }) => String(action))
}

test('users invite mails the address, which may then sign up, and only then', async () => {
  const events = await eventsOf(() => vestibule('users invite', ['Ada@Example.test']))
  expect(events).toEqual(['invitation.created'])
  expect(printed.join('\n')).toContain('ada@example.test may sign in')
  const mail = await world.mailbox.take('ada@example.test')
  expect(mail.subject).toBe('Invitation to Vestibule')
  expect(linkIn(mail)).toBe(`${world.issuer}/account`)
  await world.signIn({ email: 'ada@example.test', organization: 'Engines' }, { client_id: 'app' })

  const stranger = world.browser()
  await world.authorize(stranger)
  await stranger.submit({ email: 'stranger@example.test' })
  const refusal = await world.mailbox.take('stranger@example.test')
  expect(() => codeIn(refusal)).toThrow('0 runs of digits')
})

test('users invite into an organization sends the invitation that its owner would send', async () => {
  const [organization] = await world.deps.db.sql.read("SELECT slug FROM organization WHERE name = 'Engines'", [])
  const events = await eventsOf(() =>
    vestibule('users invite', ['grace@example.test'], { organization: String(organization?.slug), role: 'admin' }),
  )
  expect(events).toEqual(['invitation.created'])
  expect(linkIn(await world.mailbox.take('grace@example.test'))).toContain(`${world.issuer}/invitations/`)
  await expect(vestibule('users invite', ['grace@example.test'], { organization: 'no-such' })).rejects.toThrow(
    'there is no organization no-such',
  )
  await expect(vestibule('users invite', ['grace@example.test'], { role: 'king' })).rejects.toThrow('--role must be')
})

test('users disable ends sessions and tokens, and tells the client; enable revives nothing', async () => {
  const { browser, code } = await world.signIn({ email: 'ada@example.test' }, { client_id: 'app' })
  const auth: { basic: [string, string] } = { basic: ['app', 'app-secret-0123456789'] }
  const tokens = await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, auth)
  expect(tokens.status).toBe(200)
  logouts.length = 0
  expect(await eventsOf(() => vestibule('users disable', ['ada@example.test']))).toEqual([
    'user.disabled',
    'user.signed_out',
  ])
  await expect.poll(() => logouts.length).toBeGreaterThan(0)
  expect(await eventsOf(() => vestibule('users enable', ['ada@example.test']))).toEqual(['user.enabled'])
  expect((await world.userinfo(tokens.body.access_token)).status).toBe(401)
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token }
  expect((await world.token(refresh, auth)).status).toBe(400)
  expect((await browser.go(`${world.issuer}/account`)).location).toContain('/sign-in/')
})

test('users why says what keeps someone out, and users lift-limit lifts it', async () => {
  await vestibule('users why', ['nobody@example.test'])
  expect(printed).toEqual(
    expect.arrayContaining([
      'account: no',
      'may sign up: no (SIGN_UP is invited)',
      'limits in force: none',
      'last sign-in mails: 0',
    ]),
  )
  expect(await eventsOf(() => vestibule('users lift-limit', ['nobody@example.test']))).toEqual(['limit.lifted'])
  await expect(vestibule('users why', ['nobody'])).rejects.toThrow('is not an email address')
})

test('connections are listed, an organization that locked itself out is helped, and one is turned off', async () => {
  const { prisma } = world.deps.db
  const { id: organizationId, slug, name } = await prisma.organization.findFirstOrThrow()
  await prisma.connection.create({
    data: {
      ...{ id: 'c'.repeat(32), organizationId, protocol: 'oidc', provider: 'generic', name: 'Keycloak' },
      ...{ state: 'failing', failures: 12, issuer: 'https://login.acme.test', clientId: 'acme', settings: '{}' },
      ...{ authMethod: 'private_key_jwt', createdAt: world.deps.now() },
      domains: { create: { domain: 'acme.test', organizationId, enforced: true } },
    },
  })
  const now = world.deps.now()
  await prisma.domain.create({
    data: {
      ...{ organizationId, name: 'acme.test', claimed: 'acme.test', token: 'token', method: 'dns', joining: 'off' },
      ...{ createdAt: now, verifiedAt: now, seenAt: now },
    },
  })
  await prisma.organization.update({ where: { id: organizationId }, data: { ssoPolicy: 'required' } })
  await vestibule('connections list')
  const line = [name, 'failing', 'https://login.acme.test', 'acme.test', '12 failed in a row'].join('\t')
  expect(printed).toContain(`${'c'.repeat(32)}\t${line}`)
  await vestibule('users why', ['ada@acme.test'])
  expect(printed).toContain('required, so no code is mailed: yes')

  await expect(vestibule('connections disable', ['c'.repeat(32)])).rejects.toThrow('connections offer')
  expect(await eventsOf(() => vestibule('connections offer', [slug]))).toEqual(['sso.relaxed'])
  expect(await prisma.connectionDomain.count({ where: { enforced: true } })).toBe(0)
  expect(await eventsOf(() => vestibule('connections disable', ['c'.repeat(32)]))).toEqual(['connection.disabled'])
  expect(await eventsOf(() => vestibule('connections disable', ['c'.repeat(32)]))).toEqual([])
  await expect(vestibule('connections disable', ['none'])).rejects.toThrow('there is no connection with this ID')
  await expect(vestibule('connections offer', ['none'])).rejects.toThrow('there is no organization none')
})

test('directories are listed, paused, resumed and turned off', async () => {
  const { id: organizationId, slug, name } = await world.deps.db.prisma.organization.findFirstOrThrow()
  await expect(vestibule('directory pause', [slug])).rejects.toThrow(`${name} has no directory`)
  await openDirectory(world.deps, system, organizationId)
  await vestibule('directory list')
  expect(printed).toContain([slug, name, 'on'].join('\t'))
  expect(await eventsOf(() => vestibule('directory pause', [slug]))).toEqual(['directory.paused'])
  await vestibule('directory list')
  expect(printed).toContain([slug, name, 'paused'].join('\t'))
  expect(await eventsOf(() => vestibule('directory resume', [slug]))).toEqual(['directory.resumed'])
  expect(await eventsOf(() => vestibule('directory off', [slug]))).toEqual(['directory.closed'])
  await expect(vestibule('directory off', ['none'])).rejects.toThrow('there is no organization none')
})

test('users revoke and users reset leave their events', async () => {
  expect(await eventsOf(() => vestibule('users revoke', ['ada@example.test', 'app']))).toEqual(['grant.revoked'])
  const events = await eventsOf(() => vestibule('users reset', ['ada@example.test', 'ada@new.example.test']))
  expect(events).toContain('user.sign_in_reset')
  // Told before the process ends, not only when a server comes by.
  expect((await world.mailbox.take('ada@new.example.test')).subject).toBeTruthy()
  await expect(vestibule('users disable', ['nobody@example.test'])).rejects.toThrow('nobody has the address')
})

test('operators grant and revoke leave their events, and OPERATORS is above them', async () => {
  const address = 'ada@new.example.test'
  expect(await eventsOf(() => vestibule('operators grant', [address, 'support']))).toEqual(['operator.role_granted'])
  expect(await eventsOf(() => vestibule('operators grant', [address, 'support']))).toEqual([])
  expect(await eventsOf(() => vestibule('operators grant', [address, 'viewer']))).toEqual(['operator.role_changed'])
  await vestibule('operators list')
  expect(await eventsOf(() => vestibule('operators revoke', [address]))).toEqual(['operator.role_revoked'])
  await expect(vestibule('operators grant', [address, 'root'])).rejects.toThrow('the role must be viewer, support')
  await expect(vestibule('operators grant', ['nobody@example.test', 'viewer'])).rejects.toThrow(
    'nobody has the address',
  )
  await expect(vestibule('operators revoke', ['ada'])).rejects.toThrow('is not an email address')
})

test('users import leaves its events', async () => {
  const lines = join(folder, 'people.ndjson')
  writeFileSync(lines, `${JSON.stringify({ sub: 'p1', email: 'p1@example.test', email_verified: true })}\n`)
  expect(await eventsOf(() => vestibule('users import', [lines]))).toEqual(['users.imported'])
})

test('keys rotate leaves an event for each key; refused, it changes nothing', async () => {
  await expect(vestibule('keys rotate')).rejects.toThrow('clients may not know it yet')
  const events = await eventsOf(() => vestibule('keys rotate', [], { force: true }))
  expect(events).toEqual(['signing_key.rotated', 'signing_key.rotated', 'signing_key.rotated'])
})

test('webhooks replay says in the audit log that it was asked for', async () => {
  const [first] = await world.deps.db.sql.read('SELECT id FROM audit_event ORDER BY id LIMIT 1', [])
  expect(await eventsOf(() => vestibule('webhooks replay', [String(first?.id)]))).toEqual(['webhook.replayed'])
})

test('clients invite, invitations, revoke-invitation: a token that is printed once', async () => {
  const invite = () =>
    vestibule('clients invite', [], {
      name: 'Partner',
      uses: '2',
      expires: '12h',
      'redirect-hosts': 'partner.example',
      'first-party': true,
    })
  expect(await eventsOf(invite)).toEqual(['initial_access_token.created'])
  const [, id = '', token = ''] = /id: +(\w+)\ntoken: (iat_[\w-]{43})/.exec(printed.join('\n')) ?? []
  expect(printed.join('\n')).toContain('REGISTRATION is off')
  const [row] = await world.deps.db.sql.read('SELECT policy, uses_left FROM initial_access_token WHERE id = $1', [id])
  expect(row?.uses_left).toBe(2)
  expect(JSON.parse(String(row?.policy))).toMatchObject({ redirectHosts: ['partner.example'], firstParty: true })
  printed = []
  await vestibule('clients invitations')
  expect(printed.join('\n')).not.toContain(token)
  expect(await eventsOf(() => vestibule('clients revoke-invitation', [id]))).toEqual(['initial_access_token.revoked'])
  await expect(vestibule('clients revoke-invitation', ['unknown'])).rejects.toThrow('there is no such token')
  await expect(vestibule('clients invite', [], { name: 'X', expires: 'soon' })).rejects.toThrow('--expires must be')
  await expect(vestibule('clients invite', [], { name: 'X', scopes: 'clients:write' })).rejects.toThrow(
    'management API',
  )
  await expect(vestibule('clients invite', [], {})).rejects.toThrow('--name')
})

test('clients create, rotate, disable, enable, delete, restore: the running server follows within seconds', async () => {
  const options = { 'redirect-uris': redirectUri, 'grant-types': 'authorization_code,refresh_token', id: 'typed' }
  expect(await eventsOf(() => vestibule('clients create', ['Typed app'], options))).toEqual(['client.created'])
  const secretOf = () => /secret: ([\w-]{43})/.exec(printed.join('\n'))?.[1] ?? ''
  const old = secretOf()
  const redeem = async (secret: string) => {
    const { code } = await world.signIn({ email: 'ada@new.example.test' }, { client_id: 'typed' })
    return world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['typed', secret] },
    )
  }
  expect((await redeem(old)).status).toBe(200)
  await expect(vestibule('clients create', ['Again'], options)).rejects.toThrow('the ID is taken')
  await expect(vestibule('clients create', ['X'], { 'redirect-uris': 'nowhere' })).rejects.toThrow(
    'not an absolute URI',
  )

  printed = []
  expect(await eventsOf(() => vestibule('clients rotate', ['typed']))).toEqual(['client.secret_rotated'])
  expect((await redeem(secretOf())).status).toBe(200)
  expect(await eventsOf(() => vestibule('clients rotate', ['typed'], { drop: 'old' }))).toEqual([
    'client.secret_dropped',
  ])
  await expect.poll(async () => (await redeem(old)).status).toBe(401)

  for (const [command, action, accepted] of [
    ['clients disable', 'client.disabled', false],
    ['clients enable', 'client.enabled', true],
    ['clients delete', 'client.deleted', false],
    ['clients restore', 'client.restored', true],
  ] as const) {
    expect(await eventsOf(() => vestibule(command, ['typed']))).toEqual([action])
    await expect.poll(() => world.deps.clients.has('typed')).toBe(accepted)
  }
  await expect(vestibule('clients disable', ['web'])).rejects.toThrow('the environment defines this client')
  await expect(vestibule('clients disable', ['nobody'])).rejects.toThrow('there is no such client')
})

test('commands that only look change nothing', async () => {
  const [organization] = await world.deps.db.sql.read('SELECT slug FROM organization', [])
  expect(
    await eventsOf(async () => {
      await vestibule('users list', [], { query: 'ada' })
      await vestibule('organizations list')
      await vestibule('keys list')
      await vestibule('clients list')
      await vestibule('audit export', [], { organization: String(organization?.slug) })
      await vestibule('migrate')
      await vestibule('backup', [join(folder, 'all.backup')])
    }),
  ).toEqual([])
  expect(printed.join('\n')).toContain('ada@new.example.test')
  expect(readdirSync(folder)).toContain('all.backup')
})

test('every command is walked through above, or acts on no running database', () => {
  const elsewhere = ['serve', 'doctor', 'restore', 'migrate-data']
  expect([...walked, ...elsewhere].sort()).toEqual([...commands.keys()].sort())
})

const lists = [...commands.keys()].filter((name) => /list$|invitations$/.test(name))

test.each(lists)('%s prints an object for each row with --json', async (name) => {
  await vestibule(name)
  const lines = printed
  printed = []
  await vestibule(name, [], { json: true })
  expect(printed).toHaveLength(lines.length)
  for (const line of printed) expect(JSON.parse(line)).toEqual(expect.any(Object))
  expect(commands.get(name)?.optionsAbout).toHaveProperty('--json')
})

/** What a command line that is not run prints, and its exit status. */
function understood(...words: string[]) {
  const errors = vi.spyOn(console, 'error').mockImplementation((text) => printed.push(String(text)))
  const before = process.exitCode
  try {
    runCommandLine(words)
    return { text: printed.join('\n'), status: process.exitCode }
  } finally {
    process.exitCode = before
    errors.mockRestore()
  }
}

test('a group of commands has a help of its own', () => {
  const { text } = understood('clients', '--help')
  expect(text).toContain('clients revoke-invitation <id>')
  expect(text).not.toContain('users list')
  printed = []
  expect(understood('--help').text).toContain('users list')
})

test.each([
  ['users', 'invite'],
  ['clients', 'disable'],
  ['clients', 'list', 'web'],
  ['operators', 'grant', 'ada@example.test'],
])('%s %s without its arguments, or with more of them, is not understood', (...words) => {
  const { text, status } = understood(...words)
  expect(status).toBe(2)
  expect(text).toContain(`vestibule ${words.slice(0, 2).join(' ')} takes`)
})
