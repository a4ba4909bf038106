import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { expectBrowserProblem, expectRefusedForm, openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort, onlyInTestAll, signOutOfExample, startExample } from './support.ts'

// Each example's production build, in a real browser, against the real server.

const examples = [{ name: 'nextjs' }, { name: 'nuxt' }, { name: 'remix' }] as const

let browser: Browser
let world: TestWorld
/** The API of the examples that takes keys, and the client that makes them. */
const notesApi = 'https://notes.example.test'
const manager = 'manager-secret-0123456789'
const ports = new Map<string, number>()

beforeAll(async () => {
  const env: Record<string, string> = {
    PERMISSIONS_FILE: join(import.meta.dirname, '../../examples/nextjs/permissions.json'),
    OIDC_RESOURCE_0: notesApi,
    OIDC_RESOURCE_0_SCOPES: 'notes:read,notes:write',
    OIDC_RESOURCE_0_API_KEYS: 'on',
    OIDC_CLIENT_ID_39: 'manager',
    OIDC_CLIENT_39_SECRET: manager,
    OIDC_CLIENT_39_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_39_SCOPES: 'api_keys:write,notes:read,notes:write',
    OIDC_CLIENT_39_AUDIENCES: notesApi,
  }
  for (const [index, { name }] of examples.entries()) {
    const port = await freePort()
    ports.set(name, port)
    Object.assign(env, {
      [`OIDC_CLIENT_ID_${40 + index}`]: name,
      [`OIDC_CLIENT_${40 + index}_SECRET`]: 'example-secret-0123456789',
      [`OIDC_CLIENT_${40 + index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
      [`OIDC_CLIENT_${40 + index}_POST_LOGOUT_REDIRECT_URIS`]: `http://localhost:${port}/`,
      [`OIDC_CLIENT_${40 + index}_INITIATE_LOGIN_URI`]: `http://localhost:${port}/auth/login`,
      [`OIDC_CLIENT_${40 + index}_GRANT_TYPES`]: 'authorization_code,refresh_token,client_credentials',
      [`OIDC_CLIENT_${40 + index}_SCOPES`]:
        'openid,profile,email,organization,organizations,permissions,members:read,members:write,invitations:write',
      [`OIDC_CLIENT_${40 + index}_AUDIENCES`]: notesApi,
      // The SDK refreshes thirty seconds early: due after a few seconds here.
      [`OIDC_CLIENT_${40 + index}_ACCESS_TOKEN_TTL`]: '36',
    })
  }
  world = await openTestWorld(env, { clock: 'running' })
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

interface Person {
  email: string
  organization: string
}

const userIdOf = async ({ email }: Person) =>
  (await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: email } })).userId

/** The public page, the sign-in, and a first note. */
async function begin(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { name: 'Notes your whole team can see', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await completeSignIn(page, world.issuer, world.mailbox, person)
  await page.waitForURL(`${url}/dashboard`)
  await page.getByRole('heading', { name: person.organization, level: 1 }).waitFor()
  await page.getByText(`Ada Lovelace · ${person.email}`).waitFor()
  await page.getByText('No notes yet').waitFor()
  await page.waitForLoadState('networkidle')
  await page.fill('[name=text]', '<b>first</b> note')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('.note', { hasText: '<b>first</b> note' }).waitFor()
  expect(await page.innerText('main')).not.toMatch(/[0-9a-f]{32}/)
  // SC-27: no token, and no sealed session, in anything that the browser is given.
  expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
  expect(await (await page.request.get(`${url}/api/me`)).json()).toEqual({ email: person.email })
}

/** Twenty at once when the token is due: one refresh, and all succeed. */
async function refreshOnce(page: Page, { url, name }: { url: string; name: string }, person: Person): Promise<void> {
  await page.waitForTimeout(6500)
  const userId = await userIdOf(person)
  const generation = async () =>
    (await world.deps.db.prisma.grant.findFirstOrThrow({ where: { userId, clientId: name } })).generation
  const before = await generation()
  const calls = await Promise.all(Array.from({ length: 20 }, () => page.request.get(`${url}/api/call`)))
  expect(calls.map((call) => call.status())).toEqual(Array.from({ length: 20 }, () => 200))
  const [answer] = await Promise.all(calls.map((call) => call.json()))
  expect(answer.notes).toMatchObject([{ text: '<b>first</b> note' }])
  expect(await generation()).toBe(before + 1)
  for (const call of calls) expect(call.headers()['cache-control']).toContain('no-store')
}

/** Somebody is invited, and joins by the link of the mail, in a browser of their own. */
async function inviteColleague(page: Page, url: string, colleague: Person): Promise<Page> {
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await page.locator('tr', { hasText: '(you)' }).getByText('Owner').waitFor()
  await page.waitForLoadState('networkidle')
  await page.fill('[name=email]', colleague.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Invitation sent to ${colleague.email}.`).waitFor()
  await page.locator('.list li', { hasText: colleague.email }).waitFor()
  const { text } = await world.mailbox.take(colleague.email)
  const [link] = text?.match(/http\S+\/invitations\/\S+/) ?? []
  const member = await (await browser.newContext()).newPage()
  await member.goto(String(link))
  await completeSignIn(member, world.issuer, world.mailbox, colleague)
  await member.waitForURL((address) => address.origin === url && !address.pathname.startsWith('/auth/'))
  await member.goto(`${url}/dashboard`)
  await member.locator('.note', { hasText: '<b>first</b> note' }).waitFor()
  return member
}

/** What only owners may do is not shown to a member, and refused. */
async function refuseMember(member: Page, url: string, name: string): Promise<void> {
  expect(await member.getByRole('link', { name: 'Billing' }).count()).toBe(0)
  expect(await member.locator('.question').count()).toBe(0)
  expectBrowserProblem(/status of 403 .*\/billing/)
  await member.goto(`${url}/billing`)
  await member.getByRole('heading', { name: 'For owners only' }).waitFor()
  await member.getByRole('link', { name: 'Back to your notes' }).click()
  await member.waitForURL(`${url}/dashboard`)
  await member.getByRole('link', { name: 'Members' }).click()
  await member.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  await member.locator('tr', { hasText: '(you)' }).getByText('Member', { exact: true }).waitFor()
  expect(await member.locator('[name=email]').count(), name).toBe(0)
}

/** Another organization is created at the provider, and the menu switches between the two. */
async function switchOrganizations(page: Page, url: string, person: Person, other: string): Promise<void> {
  await page.locator('.organization-switcher > button').click()
  await page.getByRole('link', { name: 'Create an organization' }).click()
  await page.fill('[name=organization_name]', other)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await page.getByRole('heading', { name: other, level: 1 }).waitFor()
  await page.getByText('No notes yet').waitFor()
  // A sign-in of half an hour ago, for what follows.
  await world.deps.db.prisma.session.updateMany({
    where: { userId: await userIdOf(person) },
    data: { authenticatedAt: new Date(Date.now() - 1_800_000) },
  })
  await page.locator('.organization-switcher > button').click()
  await page.getByRole('button', { name: `Switch to ${person.organization}` }).click()
  await page.getByRole('heading', { name: person.organization, level: 1 }).waitFor()
  await page.locator('.note', { hasText: '<b>first</b> note' }).waitFor()
}

/** What cannot be undone asks for a recent sign-in and for the name of the organization. */
async function deleteEverything(
  page: Page,
  { url, name }: { url: string; name: string },
  person: Person,
): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Delete all notes' }).click()
  await page.waitForURL((address) => address.origin === world.issuer)
  await completeSignIn(page, world.issuer, world.mailbox, person)
  await page.waitForURL(`${url}/settings/delete-notes`)
  // The organization is that of the session, whichever the provider remembered.
  await page.getByText(`Type “${person.organization}” to confirm`).waitFor()
  await page.waitForLoadState('networkidle')
  // A server action of Next has no status of its own.
  if (name !== 'nextjs') expectRefusedForm()
  await page.fill('[name=confirmation]', 'something else')
  await page.getByRole('button', { name: 'Delete all notes' }).click()
  await page.getByText('That is not the name of the organization.').waitFor()
  await page.fill('[name=confirmation]', person.organization)
  await page.getByRole('button', { name: 'Delete all notes' }).click()
  await page.getByText('1 note was deleted.').waitFor()
}

/** The back button shows nothing private, and the provider asks again. */
async function signOut(page: Page, url: string, person: Person): Promise<void> {
  await page.goto(`${url}/dashboard`)
  await signOutOfExample(page)
  await page.waitForURL(`${url}/`)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
  expect((await page.request.get(`${url}/api/me`)).status()).toBe(401)
  await page.goBack().catch(() => null)
  await page.waitForLoadState()
  expect(await page.content()).not.toContain(person.email)
  await page.goto(`${url}/dashboard`)
  expect(await page.locator('[name=email]').count()).toBe(1)
}

/** A key of an organization, by the management API. */
async function makeKey(organization: string, scope: readonly string[]): Promise<string> {
  const { body: tokens } = await world.token(
    { grant_type: 'client_credentials', organization, scope: 'api_keys:write' },
    { basic: ['manager', manager] },
  )
  const answer = await fetch(`${world.issuer}/api/v1/organizations/${organization}/api-keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Export', resource: notesApi, scope, days: 30 }),
  })
  return (await answer.json()).key
}

describe.each(examples)('the $name example', ({ name }) => {
  // Signing in with each of them is of ui-parts.test.ts and readme.test.ts too.
  const journey = name === 'nuxt' ? {} : onlyInTestAll('the whole journey with two more examples')
  test(
    'the whole journey: sign-in, notes, refresh, invitation, owners only, switch, step-up, sign-out',
    journey,
    async () => {
      const { url, stop } = await startExample(name, {
        port: ports.get(name) as number,
        env: { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: name },
      })
      try {
        const api = await fetch(`${url}/api/me`)
        expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])
        const notes = await fetch(`${url}/api/notes`, { headers: { Authorization: 'Bearer nonsense' } })
        expect([notes.status, notes.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])

        const person = { email: `ada-${name}@example.test`, organization: `Engines of ${name}` }
        const colleague = { email: `grace-${name}@example.test`, organization: 'none: the invitation has one' }
        const page = await (await browser.newContext()).newPage()
        await begin(page, url, person)
        await refreshOnce(page, { url, name }, person)
        const member = await inviteColleague(page, url, colleague)
        await refuseMember(member, url, name)
        await switchOrganizations(page, url, person, `Compilers of ${name}`)
        await deleteEverything(page, { url, name }, person)
        await signOut(page, url, person)
      } finally {
        stop()
      }
    },
  )
  test('an API key of an organization reads and writes its notes, by its scopes', async () => {
    const { url, stop } = await startExample(name, {
      port: await freePort(),
      env: { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: name, NOTES_API: notesApi },
    })
    try {
      const { person } = await world.signIn()
      const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
      const reads = await makeKey(id, ['notes:read'])
      const writes = await makeKey(id, ['notes:read', 'notes:write'])
      const call = async (key: string, init: RequestInit = {}) => {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
        const answer = await fetch(`${url}/api/notes`, { ...init, headers })
        return { status: answer.status, body: await answer.json() }
      }
      const note = { method: 'POST', body: JSON.stringify({ text: 'By a program' }) }
      expect(await call(writes, note)).toMatchObject({ status: 201, body: { text: 'By a program' } })
      expect(await call(reads, note)).toMatchObject({ status: 403 })
      expect(await call(reads)).toMatchObject({
        status: 200,
        body: { organization: id, notes: [{ text: 'By a program' }] },
      })
      // Another character than the last: its checksum is wrong.
      expect(await call(`${reads.slice(0, -1)}${reads.endsWith('0') ? '1' : '0'}`)).toMatchObject({ status: 401 })
    } finally {
      stop()
    }
  })
})
