import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { nextCode } from './support/mailbox.ts'
import { claimsOf, openTestWorld, someone, type TestPerson, type TestWorld } from './support/world.ts'

// A team that an owner or admin opened can be joined by every member of its organization, and by nobody else.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    ONBOARDING: 'terms,profile,organization,team',
    OIDC_CLIENT_ID_9: 'manager',
    OIDC_CLIENT_9_SECRET: 'manager-secret-0123456789',
    OIDC_CLIENT_9_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_9_SCOPES: 'members:read,members:write',
  })
})
afterAll(() => world.close())

const scope = 'openid profile email organization team'

const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
  browser.go(path, { method: 'POST', body: new URLSearchParams(fields).toString() })

const userId = async (email: string) =>
  (await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: email } })).userId
const teamsOf = async (email: string) =>
  (await world.deps.db.prisma.teamMembership.findMany({ where: { userId: await userId(email) } })).map(
    ({ teamId }) => teamId,
  )

/** An organization with its owner, and a team that only the owner is in. */
async function organization() {
  const { browser, code } = await world.signIn({ team: 'Research' }, { scope })
  const { organization, team } = claimsOf((await world.redeem(code)).body.access_token)
  return { id: String(organization), team: String(team), owner: browser }
}

/** Makes somebody new a member, and returns their browser at the step of the team. */
async function member(organizationId: string): Promise<{ browser: PlainBrowser; person: TestPerson }> {
  const person = someone()
  const browser = world.browser()
  await world.authorize(browser, { scope })
  await browser.submit({ email: person.email })
  await browser.submit({ code: await nextCode(world.mailbox, person.email) })
  await world.deps.db.prisma.membership.create({
    data: { organizationId, userId: await userId(person.email), roles: 'member', createdAt: world.deps.now() },
  })
  await browser.submit({ accept_terms: 'yes' })
  await browser.submit({ given_name: 'Ada' })
  return { browser, person }
}

const choices = (browser: PlainBrowser) =>
  browser.current?.html.querySelectorAll('[name=team]').map((input) => input.getAttribute('value')) ?? []

test('a member joins it during sign-in, and the token names it', async () => {
  const { id, team, owner } = await organization()
  const { browser, person } = await member(id)
  expect(choices(browser)).toEqual([])
  expect((await post(owner, `/organizations/${id}/teams/open`, { team, open: 'yes' })).status).toBe(200)
  await browser.go(browser.current?.location ?? '')
  expect(choices(browser)).toEqual([team])
  expect(browser.current?.html.querySelector('main')?.text).toContain('Join Research')
  const { callback } = await browser.submit({ team })
  const { body } = await world.redeem(callback?.searchParams.get('code') ?? '')
  expect(claimsOf(body.access_token).team).toBe(team)
  expect(await teamsOf(person.email)).toEqual([team])
  const event = await world.deps.db.prisma.auditEvent.findFirstOrThrow({
    where: { action: 'team.member_added', targetId: team },
  })
  expect(JSON.parse(String(event.detail))).toMatchObject({ by: 'open-team' })
})

test('a member joins it on the page of teams, as long as it is open', async () => {
  const { id, team, owner } = await organization()
  const { browser, person } = await member(id)
  const join = () => post(browser, `/organizations/${id}/teams/join`, { team })
  expect((await join()).status).toBe(403)
  await post(owner, `/organizations/${id}/teams/open`, { team, open: 'yes' })
  await browser.go(`/organizations/${id}/teams`)
  expect(browser.current?.html.querySelector('form[action$="/teams/join"]')).not.toBeNull()
  await post(owner, `/organizations/${id}/teams/open`, { team })
  expect((await join()).status).toBe(403)
  await post(owner, `/organizations/${id}/teams/open`, { team, open: 'yes' })
  expect((await join()).status).toBe(200)
  expect((await join()).status).toBe(200)
  expect(await teamsOf(person.email)).toEqual([team])
  // Closing it removes nobody.
  await post(owner, `/organizations/${id}/teams/open`, { team })
  expect(await teamsOf(person.email)).toEqual([team])
})

test('OR-29 neither a closed team nor one of another organization is joined by its id', async () => {
  const [mine, other] = [await organization(), await organization()]
  await post(other.owner, `/organizations/${other.id}/teams/open`, { team: other.team, open: 'yes' })
  const { browser, person } = await member(mine.id)
  for (const team of [mine.team, other.team, 'nothing']) {
    const page = browser.current?.location ?? ''
    expect((await post(browser, page, { team })).status, team).toBe(422)
    await browser.go(page)
  }
  expect((await post(browser, `/organizations/${mine.id}/teams/join`, { team: other.team })).status).toBe(403)
  expect((await post(browser, `/organizations/${other.id}/teams/join`, { team: other.team })).status).toBe(404)
  expect((await post(browser, `/organizations/${mine.id}/teams/open`, { team: mine.team, open: 'yes' })).status).toBe(
    403,
  )
  expect(
    (await post(other.owner, `/organizations/${mine.id}/teams/open`, { team: mine.team, open: 'yes' })).status,
  ).toBe(404)
  expect(await teamsOf(person.email)).toEqual([])
})

test('the management API opens and closes it', async () => {
  const { id, team } = await organization()
  const { body } = await world.token(
    { grant_type: 'client_credentials', scope: 'members:read members:write' },
    { basic: ['manager', 'manager-secret-0123456789'] },
  )
  const headers = { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' }
  const at = `${world.issuer}/api/v1/organizations/${id}/teams`
  const open = async () =>
    ((await (await fetch(at, { headers })).json()) as { data: { open: boolean; name: string }[] }).data.map(
      ({ open, name }) => [open, name],
    )
  const patch = async (change: object) =>
    (await fetch(`${at}/${team}`, { method: 'PATCH', headers, body: JSON.stringify(change) })).status
  expect(await open()).toEqual([[false, 'Research']])
  expect(await patch({ open: true })).toBe(204)
  expect(await open()).toEqual([[true, 'Research']])
  expect(await patch({ open: false, name: 'Design' })).toBe(204)
  expect(await open()).toEqual([[false, 'Design']])
  expect(await patch({ open: 'yes' })).toBe(422)
})
