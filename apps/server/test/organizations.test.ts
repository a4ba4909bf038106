import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { deleteOrganization, restoreOrganization } from '../src/flows/organizations/organization-lifecycle.ts'
import { updateOrganization } from '../src/flows/organizations/organization-settings.ts'
import { system, userActor } from '../src/flows/platform/audit.ts'
import { TooManyAttempts } from '../src/flows/platform/limits.ts'
import type { PlainBrowser } from './support/browser.ts'
import { refuseEvents } from './support/lost-events.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { basic, claimsOf, openTestWorld, type TestPerson, type TestWorld, webAuth } from './support/world.ts'

// Organizations through their pages, in a plain HTML browser.

let world: TestWorld
let dns: Socket
const txt = new Map<string, string>()
beforeAll(async () => {
  dns = createSocket('udp4')
  dns.on('message', (query, from) => dns.send(answerTxt(query), from.port))
  await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve))
  world = await openTestWorld({
    DNS_RESOLVER: `127.0.0.1:${dns.address().port}`,
    OPERATORS: 'operator@example.test',
    OIDC_CLIENT_0_INITIATE_LOGIN_URI: 'https://rp.example.test/login',
  })
})
afterAll(async () => {
  dns?.close()
  await world?.close()
})

/** A DNS server that knows TXT records of `txt` (RFC 1035 section 4). */
function answerTxt(query: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const value = txt.get(labels.join('.').toLowerCase())
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(value ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(value ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  if (!value) return Buffer.concat([head, question])
  const data = Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
  const answer = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, question, answer, data])
}

const db = () => world.deps.db.prisma
const scope = 'openid organization team'
const mainText = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
const post = (
  browser: PlainBrowser,
  path: string,
  fields: Record<string, string> = {},
  init: { headers?: Record<string, string> } = {},
) => browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString(), ...init })
/** A form with the answer to the question that it asks first (removals.test.ts). */
const confirmed = (browser: PlainBrowser, path: string, fields: Record<string, string> = {}) =>
  post(browser, path, { confirm: 'yes', ...fields })
const userId = async (address: string) => (await db().email.findUniqueOrThrow({ where: { address } })).userId

interface Team {
  id: string
  slug: string
  owner: Someone
}
interface Someone {
  browser: PlainBrowser
  email: string
  id: string
}

/** An organization and its owner, signed in. */
async function organization(given: Partial<TestPerson> = {}): Promise<Team> {
  const { browser, person } = await world.signIn(given)
  const id = await userId(person.email)
  const { organization: found } = await db().membership.findFirstOrThrow({
    where: { userId: id },
    include: { organization: true },
  })
  return { id: found.id, slug: found.slug, owner: { browser, email: person.email, id } }
}

async function introspect(token: string) {
  const answer = await fetch(`${world.issuer}/introspect`, {
    method: 'POST',
    headers: { Authorization: basic(...webAuth.basic), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  })
  return { body: await answer.json() }
}

/** Invites at this very moment: a browser would wait as people do (support/limits.ts). */
async function invitedBy(userId: string, organizationId: string, email: string): Promise<'invited' | 'too-often'> {
  const invitation = { email, roles: ['member'] as const, teamIds: [], clientId: null, languages: [] }
  try {
    await invite(world.deps, userActor(userId, '127.0.0.0/24'), organizationId, invitation)
    return 'invited'
  } catch (error) {
    if (error instanceof TooManyAttempts) return 'too-often'
    throw error
  }
}

/** Puts a new person, signed in, into an organization. */
async function member({ id: organizationId }: Team, roles: string): Promise<Someone> {
  const { browser, person } = await world.signIn()
  const id = await userId(person.email)
  await db().organization.deleteMany({ where: { memberships: { some: { userId: id } } } })
  await db().membership.create({ data: { organizationId, userId: id, roles, createdAt: world.deps.now() } })
  return { browser, email: person.email, id }
}

let domains = 0
/** A domain that an organization has proven by DNS, under which these people have their only address. */
async function proveDomain({ id: organizationId }: Team, managed: readonly Someone[]): Promise<string> {
  const name = `managed${++domains}.example.test`
  const at = world.deps.now()
  await db().domain.create({
    data: { organizationId, name, token: 't', createdAt: at, verifiedAt: at, method: 'dns', claimed: name },
  })
  for (const someone of managed) {
    const address = `${someone.id}@${name}`
    await db().email.updateMany({ where: { address: someone.email }, data: { address } })
    someone.email = address
  }
  return name
}

const rolesOf = async (organizationId: string, id: string) =>
  (await db().membership.findUnique({ where: { userId_organizationId: { userId: id, organizationId } } }))?.roles ??
  null

describe('invitations', () => {
  test('from the mail into the application that invited, with the role and the team', async () => {
    const acme = await organization()
    await acme.owner.browser.go(`${world.issuer}/organizations/${acme.slug}/teams`)
    await acme.owner.browser.submit({ team_name: 'Research' })
    await acme.owner.browser.go(`${world.issuer}/organizations/${acme.slug}/members/invite`)
    const team = (await db().team.findFirstOrThrow({ where: { organizationId: acme.id } })).id
    await acme.owner.browser.submit({ addresses: 'Colleague@example.test', role: 'admin', team, client: 'web' })
    const mail = await world.mailbox.take('colleague@example.test')
    expect(mail.text).toContain('Ada Lovelace invites you')

    // OR-21: a scanner that follows the link changes nothing, and learns nothing.
    const scanner = await world.browser().go(linkIn(mail))
    expect(scanner.location).toContain('/sign-in/')
    expect(scanner.text).not.toContain(acme.slug)

    const browser = world.browser()
    await browser.go(linkIn(mail))
    await browser.submit({ email: 'colleague@example.test' })
    await browser.submit({ code: codeIn(await world.mailbox.take('colleague@example.test')) })
    expect(mainText(browser)).toContain('Join ')
    const landed = await browser.submit({ decision: 'accept' })
    expect(landed.callback?.href).toBe(
      `https://rp.example.test/login?${new URLSearchParams({ iss: world.issuer, organization: acme.id })}`,
    )
    // The application begins its sign-in: only what is new to this person is asked.
    await world.authorize(browser, { organization: acme.id, scope })
    const { callback } = await world.finish(browser, {
      email: '',
      givenName: 'C',
      familyName: '',
      organization: 'x',
      team: 'x',
    })
    const { body } = await world.redeem(callback?.searchParams.get('code') ?? '')
    expect(claimsOf(body.access_token)).toMatchObject({ organization: acme.id, team, organization_roles: ['admin'] })
    // Once: the link leads on, and no second membership comes of it.
    expect((await browser.go(linkIn(mail))).callback?.pathname).toBe('/login')
  })

  test('OR-01 OR-22 someone else who opens the link is told so, and can accept nothing', async () => {
    const acme = await organization()
    await post(acme.owner.browser, `/organizations/${acme.slug}/invitations`, {
      email: 'carol@example.test',
      role: 'member',
    })
    const link = linkIn(await world.mailbox.take('carol@example.test'))
    const mallory = await world.signIn()
    const page = await mallory.browser.go(link)
    expect(page.status).toBe(403)
    expect(page.text).not.toContain('carol')
    expect(page.text).not.toContain(acme.slug)
    expect(page.html.querySelector('[value=accept]')).toBeNull()
    expect((await mallory.browser.go(link, { method: 'POST', body: 'decision=accept' })).status).toBe(403)
    expect(await rolesOf(acme.id, await userId(mallory.person.email))).toBeNull()
    // The way to another account is there.
    await mallory.browser.go(link)
    await mallory.browser.submit({ decision: 'other' })
    expect(mallory.browser.current?.location).toContain('/sign-in/')
  })

  test('OR-03 OR-06 a made-up token leads nowhere, and looks like a used one', async () => {
    const { owner } = await organization()
    expect((await owner.browser.go(`${world.issuer}/invitations/${'x'.repeat(43)}`)).status).toBe(404)
    const visited = await world.authorize(owner.browser, { invitation: 'x'.repeat(43) })
    expect(visited.callback?.searchParams.get('error')).toBe('invalid_request')
  })

  test('the parameter of the authorization request leads to its organization, and no other', async () => {
    const acme = await organization()
    await post(acme.owner.browser, `/organizations/${acme.slug}/invitations`, {
      email: 'param@example.test',
      role: 'member',
    })
    const token = linkIn(await world.mailbox.take('param@example.test'))
      .split('/')
      .at(-1)
    const browser = world.browser()
    await world.authorize(browser, { invitation: token })
    const visited = await world.finish(browser, {
      email: 'param@example.test',
      givenName: 'P',
      familyName: '',
      organization: 'mine',
      team: '',
    })
    const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(body.access_token).organization).toBe(acme.id)
    expect(await db().membership.count({ where: { userId: await userId('param@example.test') } })).toBe(1)
    const other = await organization()
    const conflict = await world.authorize(browser, { invitation: token, organization: other.id })
    expect(conflict.callback?.searchParams.get('error')).toBe('invalid_request')
    const stranger = await world.signIn()
    const refused = await world.authorize(stranger.browser, { invitation: token })
    expect(refused.callback?.searchParams.get('error')).toBe('access_denied')
  })

  test('OR-38 the link of an invitation that was accepted, or names somebody else, moves nobody unasked', async () => {
    const [acme, own] = [await organization(), await organization()]
    const attacker = await member(acme, 'admin')
    await post(attacker.browser, `/organizations/${acme.slug}/invitations`, {
      email: own.owner.email,
      role: 'member',
    })
    const accepted = linkIn(await world.mailbox.take(own.owner.email))
    await post(own.owner.browser, new URL(accepted).pathname, { decision: 'accept' })
    await post(attacker.browser, `/organizations/${acme.slug}/invitations`, {
      email: 'another.mailbox@example.test',
      role: 'member',
    })
    const foreign = linkIn(await world.mailbox.take('another.mailbox@example.test'))
    for (const link of [accepted, foreign]) {
      const { browser } = own.owner
      const visited = await world.authorize(browser, { invitation: link.split('/').at(-1) })
      expect(visited.callback).toBeNull()
      // Only that organization is offered: whatever else is in the form is refused.
      expect(visited.html.querySelectorAll('[name=organization]')).toHaveLength(1)
      await browser.submit({ organization: own.id })
      expect(browser.current?.status).toBe(422)
      const { callback } = await browser.submit({ organization: acme.id })
      const code = callback?.searchParams.get('code') ?? ''
      expect(claimsOf((await world.redeem(code)).body.access_token).organization).toBe(acme.id)
    }
  })

  test('resent with a new link, withdrawn, expired', async () => {
    const acme = await organization()
    const { browser } = await world.signIn({ email: 'slow@example.test', organization: 'Slow Inc' })
    const path = `/organizations/${acme.slug}/invitations`
    await post(acme.owner.browser, path, { email: 'slow@example.test', role: 'member' })
    const first = linkIn(await world.mailbox.take('slow@example.test'))
    const { id } = await db().invitation.findFirstOrThrow({ where: { email: 'slow@example.test' } })
    await post(acme.owner.browser, `${path}/resend`, { id })
    const second = linkIn(await world.mailbox.take('slow@example.test'))
    expect(second).not.toBe(first)
    expect((await browser.go(first)).status).toBe(404)
    await confirmed(acme.owner.browser, `${path}/revoke`, { id })
    expect((await browser.go(second)).status).toBe(404)
    await post(acme.owner.browser, path, { email: 'slow@example.test', role: 'member' })
    const third = linkIn(await world.mailbox.take('slow@example.test'))
    expect((await browser.go(third)).status).toBe(200)
    world.pass(7 * 86_400_000 + 1000)
    await browser.go(third)
    expect(mainText(browser)).not.toContain('Join Analytical')
  })

  test('OR-19 OR-24 an invitation is worth what its sender could still give', async () => {
    const { browser } = await world.signIn({ email: 'late@example.test', organization: 'Late' })
    const acme = await organization()
    const admin = await member(acme, 'admin')
    await post(admin.browser, `/organizations/${acme.slug}/invitations`, { email: 'late@example.test', role: 'admin' })
    const link = linkIn(await world.mailbox.take('late@example.test'))
    await post(acme.owner.browser, `/organizations/${acme.slug}/members/roles`, { user: admin.id, role: 'member' })
    // The page says so, instead of an offer that leads nowhere.
    const page = await browser.go(link)
    expect(page.status).toBe(404)
    expect(mainText(browser)).toContain('no longer valid')
    expect(browser.has('decision')).toBe(false)
    expect((await post(browser, new URL(link).pathname, { decision: 'accept' })).status).toBe(404)
    expect(await rolesOf(acme.id, await userId('late@example.test'))).toBeNull()
  })

  test('one more than a page of invitations is mailed, and can be sent again and withdrawn', async () => {
    const acme = await organization()
    const createdAt = world.deps.now()
    await db().invitation.createMany({
      data: Array.from({ length: 500 }, (_, at) => ({
        id: `0${acme.id.slice(1, -3)}${String(at).padStart(3, '0')}`,
        email: `waiting${at}@example.test`,
        organizationId: acme.id,
        roles: 'member',
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 86_400_000_000),
      })),
    })
    const path = `/organizations/${acme.slug}/invitations`
    expect((await post(acme.owner.browser, path, { email: 'more@example.test', role: 'member' })).status).toBe(200)
    const first = linkIn(await world.mailbox.take('more@example.test'))
    const { id } = await db().invitation.findFirstOrThrow({ where: { email: 'more@example.test' } })
    expect((await post(acme.owner.browser, `${path}/resend`, { id })).status).toBe(200)
    expect(linkIn(await world.mailbox.take('more@example.test'))).not.toBe(first)
    await post(acme.owner.browser, path, { email: 'more@example.test', role: 'member' })
    expect(await db().invitation.findMany({ where: { email: 'more@example.test', revokedAt: null } })).toHaveLength(1)
  })

  test('the audit log tells nothing that was not done', async () => {
    const [acme, other] = [await organization(), await organization()]
    await post(other.owner.browser, `/organizations/${other.slug}/invitations`, {
      email: 'x@example.test',
      role: 'member',
    })
    const { id } = await db().invitation.findFirstOrThrow({ where: { organizationId: other.id } })
    expect((await confirmed(acme.owner.browser, `/organizations/${acme.slug}/invitations/revoke`, { id })).status).toBe(
      404,
    )
    const domains = `/organizations/${acme.slug}/domains`
    for (let at = 0; at < 21; at++) await post(acme.owner.browser, domains, { domain: `d${at}.example.test` })
    await post(acme.owner.browser, domains, { domain: 'd1.example.test' })
    const done = await db().auditEvent.findMany({ where: { organizationId: acme.id, result: 'ok' } })
    expect(done.filter(({ action }) => action === 'invitation.revoked')).toEqual([])
    expect(done.filter(({ action }) => action === 'domain.added')).toHaveLength(20)
  })

  test('OR-18 nobody floods a mailbox', async () => {
    const acme = await organization()
    const statuses: number[] = []
    for (let sent = 0; sent < 7; sent++)
      statuses.push(
        (
          await post(acme.owner.browser, `/organizations/${acme.slug}/invitations`, {
            email: 'flooded@example.test',
            role: 'member',
          })
        ).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('OR-18 organizations of strangers use up nothing of what another one may send to an address', async () => {
    const email = 'newhire@proven.example.test'
    const invites = ({ owner, id }: Team) => invitedBy(owner.id, id, email)
    const victim = await organization()
    const stranger = await organization()
    for (let sent = 0; sent < 6; sent++) await invites(stranger)
    expect(await invites(stranger)).toBe('too-often')
    expect(await invites(victim)).toBe('invited')
    // What strangers have together is larger, and used up by them alone.
    for (let at = 0; at < 3; at++) {
      const another = await organization()
      for (let sent = 0; sent < 5; sent++) await invites(another)
    }
    expect(await invites(await organization())).toBe('too-often')
    const approved = await organization()
    await db().organization.update({ where: { id: approved.id }, data: { approvedAt: world.deps.now() } })
    expect(await invites(approved)).toBe('invited')
    const proven = await organization()
    const now = world.deps.now()
    await db().domain.create({
      data: {
        organizationId: proven.id,
        name: 'proven.example.test',
        token: 'x',
        method: 'dns',
        claimed: 'proven.example.test',
        verifiedAt: now,
        createdAt: now,
        seenAt: now,
      },
    })
    expect(await invites(proven)).toBe('invited')
  })

  test('OR-18 what was refused for one limit uses up nothing of another', async () => {
    const acme = await organization()
    for (let sent = 0; sent < 10; sent++) await invitedBy(acme.owner.id, acme.id, 'again@example.test')
    const sent = await db().rateLimit.findFirst({ where: { key: { startsWith: `invitations:${acme.id}/` } } })
    expect(sent?.count).toBe(5)
  })

  test('refusals are counted: a member who tries what they may not fills no log', async () => {
    const acme = await organization()
    const { browser, id } = await member(acme, 'member')
    const path = `/organizations/${acme.slug}/members/roles`
    for (let tried = 0; tried < 30; tried++)
      expect((await post(browser, path, { user: acme.owner.id, role: 'member' })).status).toBe(403)
    const refused = { actorId: id, result: 'refused', action: 'member.roles_changed' }
    const events = await db().auditEvent.findMany({ where: refused })
    expect(events.map(({ detail }) => JSON.parse(detail ?? '{}'))).toEqual([{ reason: 'forbidden', count: 30 }])
    world.pass(3_600_000)
    await post(browser, path, { user: acme.owner.id, role: 'member' })
    expect(await db().auditEvent.count({ where: refused })).toBe(2)
  })
})

describe('members', () => {
  test('OR-10 the last owner can not leave, be removed, step down or be deleted without a successor', async () => {
    const acme = await organization()
    const at = `/organizations/${acme.slug}`
    const { browser, id } = acme.owner
    expect((await confirmed(browser, `${at}/leave`)).status).toBe(409)
    expect((await post(browser, `${at}/members/roles`, { user: id, role: 'member' })).status).toBe(409)
    expect((await confirmed(browser, `${at}/members/remove`, { user: id })).status).toBe(409)
    expect(await rolesOf(acme.id, id)).toBe('owner')
  })

  test('OR-10 two owners who remove each other at once: one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const acme = await organization()
      const other = await member(acme, 'owner')
      await Promise.all([
        confirmed(acme.owner.browser, `/organizations/${acme.slug}/members/remove`, { user: other.id }),
        confirmed(other.browser, `/organizations/${acme.slug}/members/remove`, { user: acme.owner.id }),
      ])
      const left = await db().membership.findMany({ where: { organizationId: acme.id } })
      expect(left).toHaveLength(1)
      expect(left[0]?.roles).toBe('owner')
    }
  })

  test('OR-13 a removed member: refresh, access token and page end at once', async () => {
    // TK-32
    const acme = await organization()
    const gone = await member(acme, 'member')
    const visited = await world.authorize(gone.browser, {})
    const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    await confirmed(acme.owner.browser, `/organizations/${acme.slug}/members/remove`, { user: gone.id })
    expect(
      (await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)).body.error,
    ).toBe('invalid_grant')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect((await gone.browser.go(`${world.issuer}/organizations/${acme.slug}`)).status).toBe(404)
  })

  test('A-5 a membership takes its tokens with it: to be added again revives none of them', async () => {
    const acme = await organization()
    const gone = await member(acme, 'member admin')
    const grants = async () => {
      const visited = await world.authorize(gone.browser, { scope })
      return (await world.redeem(visited.callback?.searchParams.get('code') ?? '')).body
    }
    const addAgain = () =>
      db().membership.create({
        data: { organizationId: acme.id, userId: gone.id, roles: 'member', createdAt: world.deps.now() },
      })
    const introspected = async (token: string) => (await introspect(token)).body
    for (const end of ['remove', 'leave']) {
      const body = await grants()
      const code = (await world.authorize(gone.browser, { scope })).callback?.searchParams.get('code') ?? ''
      const path = `/organizations/${acme.slug}`
      if (end === 'leave') await confirmed(gone.browser, `${path}/leave`)
      else await confirmed(acme.owner.browser, `${path}/members/remove`, { user: gone.id })
      world.pass(10_000)
      await addAgain()
      expect(await introspected(body.access_token)).toEqual({ active: false })
      expect(await introspected(body.refresh_token)).toEqual({ active: false })
      expect((await world.userinfo(body.access_token)).status).toBe(401)
      const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
      expect((await world.token(refresh, webAuth)).body.error).toBe('invalid_grant')
      expect((await world.redeem(code)).body.error).toBe('invalid_grant')
    }
    // What is granted now is alive.
    const fresh = await grants()
    expect(await introspected(fresh.access_token)).toMatchObject({ active: true, organization_roles: ['member'] })
    await deleteOrganization(world.deps, userActor(acme.owner.id, '127.0.0.0/24'), acme.id)
    await restoreOrganization(world.deps, { kind: 'operator', id: acme.owner.id, network: '127.0.0.0/24' }, acme.id)
    expect(await introspected(fresh.access_token)).toEqual({ active: false })
    expect(await introspected(fresh.refresh_token)).toEqual({ active: false })
  })

  test('A-5 introspection says the roles that a member has now', async () => {
    const acme = await organization()
    const demoted = await member(acme, 'member admin')
    const visited = await world.authorize(demoted.browser, { scope })
    const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(body.access_token).organization_roles).toEqual(['member', 'admin'])
    await post(acme.owner.browser, `/organizations/${acme.slug}/members/roles`, { user: demoted.id, role: 'member' })
    expect((await introspect(body.access_token)).body).toMatchObject({
      active: true,
      organization: acme.id,
      organization_roles: ['member'],
    })
  })

  test('ownership is handed over in one step, and asks for a fresh sign-in', async () => {
    const acme = await organization()
    const next = await member(acme, 'member')
    world.pass(6 * 60_000)
    await confirmed(acme.owner.browser, `/organizations/${acme.slug}/transfer`, { user: next.id })
    expect(acme.owner.browser.current?.location).toContain('/sign-in/')
    await acme.owner.browser.submit({ email: acme.owner.email })
    await acme.owner.browser.submit({ code: codeIn(await world.mailbox.take(acme.owner.email)) })
    await confirmed(acme.owner.browser, `/organizations/${acme.slug}/transfer`, { user: next.id })
    expect(await rolesOf(acme.id, next.id)).toBe('owner member')
    expect(await rolesOf(acme.id, acme.owner.id)).toBe('admin')
  })

  test('OR-25 a member sees names and roles; addresses are for admins', async () => {
    const acme = await organization()
    const plain = await member(acme, 'member')
    await plain.browser.go(`${world.issuer}/organizations/${acme.slug}`)
    expect(mainText(plain.browser)).toContain('Ada Lovelace')
    expect(plain.browser.current?.text).not.toContain(acme.owner.email)
    await acme.owner.browser.go(`${world.issuer}/organizations/${acme.slug}`)
    expect(acme.owner.browser.current?.text).toContain(plain.email)
  })

  test('an owner resets the sign-in of a member whose account the organization manages; everyone is told', async () => {
    const acme = await organization()
    const lost = await member(acme, 'member')
    const domain = await proveDomain(acme, [lost])
    const path = `/organizations/${acme.slug}/members/reset`
    expect((await confirmed(acme.owner.browser, path, { user: lost.id, email: acme.owner.email })).status).toBe(422)
    await confirmed(acme.owner.browser, path, { user: lost.id, email: `found@${domain}` })
    expect((await world.mailbox.take(lost.email)).text).toContain('was reset')
    await lost.browser.go(`${world.issuer}/account`)
    expect(lost.browser.current?.location).toContain('/sign-in/')
    const back = await world.signIn({ email: `found@${domain}` })
    expect(await userId(back.person.email)).toBe(lost.id)
    const elsewhere = await member(acme, 'member')
    const other = await organization()
    await db().email.update({ where: { address: elsewhere.email }, data: { address: `elsewhere@${domain}` } })
    await db().membership.create({
      data: { organizationId: other.id, userId: elsewhere.id, roles: 'member', createdAt: world.deps.now() },
    })
    const taken = { user: elsewhere.id, email: `taken-over@${domain}` }
    expect((await confirmed(acme.owner.browser, path, taken)).status).toBe(422)
    // OWN-02b: an organization that waits for its deletion may come back, with its owners.
    const disabledAt = world.deps.now()
    await db().organization.update({ where: { id: other.id }, data: { disabledAt, deleteAfter: disabledAt } })
    expect((await confirmed(acme.owner.browser, path, taken)).status).toBe(422)
    expect(await db().email.count({ where: { address: taken.email } })).toBe(0)
  })

  test('OWN-02 an owner does not come into the account of someone they invited', async () => {
    const acme = await organization()
    const victim = await member(acme, 'member')
    const domain = await proveDomain(acme, [])
    const path = `/organizations/${acme.slug}/members/reset`
    const taken = { user: victim.id, email: `thief@${domain}` }
    const refused = async () => {
      expect((await confirmed(acme.owner.browser, path, taken)).status).toBe(422)
      expect(await db().email.count({ where: { address: taken.email } })).toBe(0)
    }
    // The address is of a domain that nobody here has proven.
    await refused()
    // One address of several lies under the proven domain.
    const inside = { address: `inside-${victim.id}@${domain}`, userId: victim.id, isPrimary: false }
    await db().email.create({ data: { ...inside, verifiedAt: world.deps.now() } })
    await refused()
    // All of them do, but who holds the mailbox of the postmaster has proven it, not who holds the DNS.
    await db().email.deleteMany({ where: { userId: victim.id, isPrimary: true } })
    await db().email.updateMany({ where: { userId: victim.id }, data: { isPrimary: true } })
    await db().domain.updateMany({ where: { name: domain }, data: { method: 'postmaster' } })
    await refused()
    await db().domain.updateMany({ where: { name: domain }, data: { method: 'dns' } })
    // A foreign address was removed a moment ago: its mailbox may still bring it back.
    const change = { id: `change-${victim.id}`, userId: victim.id, tokenDigest: victim.id, createdAt: world.deps.now() }
    const addresses = JSON.stringify([{ address: victim.email, primary: true, verifiedAt: world.deps.now().getTime() }])
    const expiresAt = new Date(world.deps.now().getTime() + 3_600_000)
    await db().addressChange.create({ data: { ...change, addresses, expiresAt } })
    await refused()
    await db().addressChange.update({ where: { id: change.id }, data: { endedAt: world.deps.now() } })
    expect((await confirmed(acme.owner.browser, path, taken)).status).toBe(200)
    expect(await db().email.count({ where: { address: taken.email } })).toBe(1)
  })

  test('an owner who invited an operator does not become one by resetting their sign-in', async () => {
    const acme = await organization()
    const operator = await member(acme, 'member')
    const path = `/organizations/${acme.slug}/members/reset`
    // By any of their addresses.
    await db().email.create({
      data: { address: 'operator@example.test', userId: operator.id, isPrimary: false, verifiedAt: world.deps.now() },
    })
    // The organization has proven the domain of every address, and still must not.
    const domain = await proveDomain(acme, [operator])
    await db().domain.create({
      data: {
        organizationId: acme.id,
        name: 'example.test',
        token: 't',
        createdAt: world.deps.now(),
        verifiedAt: world.deps.now(),
        method: 'dns',
        claimed: 'example.test',
      },
    })
    const taken = { user: operator.id, email: `mine@${domain}` }
    expect((await confirmed(acme.owner.browser, path, taken)).status).toBe(422)
    expect(await db().email.count({ where: { address: taken.email } })).toBe(0)
    await db().domain.deleteMany({ where: { name: 'example.test' } })
  })
})

describe('domains and requests to join', () => {
  test('proven by DNS, then suggested, asked, approved', async () => {
    const acme = await organization()
    const at = `/organizations/${acme.slug}/domains`
    const { browser } = acme.owner
    await post(browser, at, { domain: ' Corp.Example.Test ' })
    expect((await post(browser, `${at}/check`, { domain: 'corp.example.test' })).status).toBe(422)
    expect((await post(browser, `${at}/joining`, { domain: 'corp.example.test', joining: 'automatic' })).status).toBe(
      422,
    )
    const record = await db().domain.findFirstOrThrow({ where: { organizationId: acme.id } })
    txt.set('_vestibule.corp.example.test', `vestibule-verification=${record.token}`)
    expect((await post(browser, `${at}/check`, { domain: 'corp.example.test' })).status).toBe(200)
    await post(browser, `${at}/joining`, { domain: 'corp.example.test', joining: 'suggest' })

    // A domain is one organization's.
    const rival = await organization()
    await post(rival.owner.browser, `/organizations/${rival.slug}/domains`, { domain: 'corp.example.test' })
    const rivals = await db().domain.findFirstOrThrow({ where: { organizationId: rival.id } })
    txt.set('_vestibule.corp.example.test', `vestibule-verification=${rivals.token}`)
    expect(
      (await post(rival.owner.browser, `/organizations/${rival.slug}/domains/check`, { domain: 'corp.example.test' }))
        .status,
    ).toBe(422)

    // OR-27: look-alikes are other domains.
    for (const stranger of ['a@corp.example.test.evil.test', 'a@xcorp.example.test']) {
      const other = world.browser()
      await world.authorize(other)
      await other.submit({ email: stranger })
      await other.submit({ code: codeIn(await world.mailbox.take(stranger)) })
      await other.submit({ accept_terms: 'yes' })
      await other.submit({ given_name: 'Mallory' })
      expect(other.has('organization')).toBe(false)
    }

    const joiner = world.browser()
    await world.authorize(joiner)
    await joiner.submit({ email: 'new@corp.example.test' })
    await joiner.submit({ code: codeIn(await world.mailbox.take('new@corp.example.test')) })
    await joiner.submit({ accept_terms: 'yes' })
    await joiner.submit({ given_name: 'Newton' })
    await joiner.submit({ organization: acme.id })
    expect(mainText(joiner)).toContain('You asked to join')
    expect(joiner.current?.callback).toBeNull()
    expect((await world.mailbox.take(acme.owner.email)).text).toContain('new@corp.example.test')
    await post(browser, `/organizations/${acme.slug}/requests`, {
      user: await userId('new@corp.example.test'),
      decision: 'approve',
    })
    expect((await world.mailbox.take('new@corp.example.test')).text).toContain('now a member')
    // Back in the same browser: the waiting request goes on where it was.
    const visited = await joiner.go(joiner.current?.location ?? '')
    const code =
      visited.callback?.searchParams.get('code') ?? (await world.authorize(joiner)).callback?.searchParams.get('code')
    expect(claimsOf((await world.redeem(code ?? '')).body.access_token).organization).toBe(acme.id)
  })

  test.each(['invitation', 'operator'] as const)('a request to join ends with joining by %s', async (by) => {
    const acme = await organization()
    const { browser, person } = await world.signIn()
    const request = { organizationId: acme.id, userId: await userId(person.email) }
    await db().joinRequest.create({ data: { ...request, createdAt: world.deps.now() } })
    if (by === 'operator') {
      const operator = { kind: 'operator', id: acme.owner.id, network: '127.0.0.0/24' } as const
      await addMember(world.deps, operator, acme.id, request.userId, ['member'])
    } else {
      expect(await invitedBy(acme.owner.id, acme.id, person.email)).toBe('invited')
      const link = linkIn(await world.mailbox.take(person.email))
      expect((await browser.go(link, { method: 'POST', body: 'decision=accept' })).status).toBe(200)
    }
    expect(await db().membership.count({ where: request })).toBe(1)
    expect(await db().joinRequest.count({ where: request })).toBe(0)
  })

  test('a domain proven by its postmaster only suggests; one proven by DNS may let people in', async () => {
    const acme = await organization()
    const at = `/organizations/${acme.slug}/domains`
    const { browser } = acme.owner
    await post(browser, at, { domain: 'post.example.test' })
    await post(browser, `${at}/mail`, { domain: 'post.example.test' })
    const code = codeIn(await world.mailbox.take('postmaster@post.example.test'))
    expect((await post(browser, `${at}/confirm`, { domain: 'post.example.test', code: '000000' })).status).toBe(422)
    expect((await post(browser, `${at}/confirm`, { domain: 'post.example.test', code })).status).toBe(200)
    expect((await post(browser, `${at}/joining`, { domain: 'post.example.test', joining: 'automatic' })).status).toBe(
      422,
    )
    const { token } = await db().domain.findFirstOrThrow({ where: { name: 'post.example.test' } })
    txt.set('_vestibule.post.example.test', `vestibule-verification=${token}`)
    await post(browser, `${at}/check`, { domain: 'post.example.test' })
    await post(browser, `${at}/joining`, { domain: 'post.example.test', joining: 'automatic' })
    // The weaker proof does not replace the stronger one. Another mail has to wait.
    world.pass(31_000)
    await post(browser, `${at}/mail`, { domain: 'post.example.test' })
    const again = codeIn(await world.mailbox.take('postmaster@post.example.test'))
    expect((await post(browser, `${at}/confirm`, { domain: 'post.example.test', code: again })).status).toBe(200)
    expect(await db().domain.findFirstOrThrow({ where: { name: 'post.example.test' } })).toMatchObject({
      method: 'dns',
    })
    const { code: grant } = await world.signIn({ email: 'walks-in@post.example.test' }, { scope })
    expect(claimsOf((await world.redeem(grant)).body.access_token)).toMatchObject({
      organization: acme.id,
      organization_roles: ['member'],
    })
  })
})

describe('settings', () => {
  test('OR-15 OR-16 names and slugs are cleaned and checked, logos are https', async () => {
    const acme = await organization()
    const at = `/organizations/${acme.slug}/settings`
    const { browser } = acme.owner
    const other = await organization()
    const given = { name: 'Acme', slug: acme.slug, members_make_teams: 'yes' }
    for (const wrong of [
      { slug: 'admin' },
      { slug: '..' },
      { slug: 'Acme' },
      { slug: 'аcme' },
      { slug: 'x'.repeat(300) },
      { slug: other.slug },
      { name: ' \u200b' },
    ]) {
      const answer = await post(browser, at, { ...given, ...wrong })
      expect([409, 422], JSON.stringify(wrong)).toContain(answer.status)
    }
    const { id } = await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { slug: acme.slug } })
    for (const logoUrl of ['javascript:alert(1)', 'data:text/html,x', 'http://10.0.0.1/'])
      await expect(updateOrganization(world.deps, system, id, { logoUrl })).rejects.toMatchObject({ field: 'logo_url' })
    await post(browser, at, { ...given, name: '<img onerror=alert(1)>', slug: 'new-name' })
    expect(browser.current?.location).toContain('/organizations/new-name/settings')
    expect(browser.current?.text).not.toContain('<img onerror')
  })

  test('a sign-in may not be older than the organization says', async () => {
    const acme = await organization()
    const visited = await world.authorize(acme.owner.browser)
    const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    await post(acme.owner.browser, `/organizations/${acme.slug}/settings`, {
      name: 'A',
      slug: acme.slug,
      session_hours: '1',
    })
    world.pass(3_700_000)
    expect(
      (await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)).body.error,
    ).toBe('invalid_grant')
    expect((await world.authorize(acme.owner.browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'login_required',
    )
  })

  test('deleted with a time of grace: nobody gets in, and after it nothing is left', async () => {
    const acme = await organization()
    const { browser } = acme.owner
    expect((await post(browser, `/organizations/${acme.slug}/delete`)).status).toBe(422)
    await post(browser, `/organizations/${acme.slug}/delete`, { confirm: 'yes' })
    expect((await browser.go(`${world.issuer}/organizations/${acme.slug}`)).status).toBe(404)
    const { Sweeper } = await import('../src/flows/platform/sweep.ts')
    await new Sweeper(world.deps).sweep()
    expect(await db().organization.count({ where: { id: acme.id } })).toBe(1)
    world.pass(15 * 86_400_000)
    await new Sweeper(world.deps).sweep()
    expect(await db().organization.count({ where: { id: acme.id } })).toBe(0)
  })

  test('only a passkey opens the pages of an organization that demands one', async () => {
    const acme = await organization()
    await db().organization.update({ where: { id: acme.id }, data: { requirePasskey: true } })
    await acme.owner.browser.go(`${world.issuer}/organizations/${acme.slug}`)
    expect(acme.owner.browser.current?.location).toMatch(/\/passkey$/)
  })
})

test('one person in two organizations switches without a page, by request and by refresh', async () => {
  const one = await organization()
  const two = await organization()
  await db().membership.create({
    data: { organizationId: two.id, userId: one.owner.id, roles: 'member', createdAt: world.deps.now() },
  })
  const tokens = async (params: Record<string, string>) => {
    const visited = await world.authorize(one.owner.browser, { scope, ...params })
    return (await world.redeem(visited.callback?.searchParams.get('code') ?? '')).body
  }
  const first = await tokens({ organization: one.slug })
  expect(claimsOf(first.access_token)).toMatchObject({ organization: one.id, organization_roles: ['owner'] })
  const second = await tokens({ organization: two.id })
  expect(claimsOf(second.access_token)).toMatchObject({ organization: two.id, organization_roles: ['member'] })
  const refreshed = await world.token(
    { grant_type: 'refresh_token', refresh_token: second.refresh_token, organization: one.slug },
    webAuth,
  )
  expect(claimsOf(refreshed.body.access_token).organization).toBe(one.id)
})

test('with the first organization come a slug of one’s own, a first team and first invitations', async () => {
  const browser = world.browser()
  await world.authorize(browser, { scope })
  await browser.submit({ email: 'founder@example.test' })
  await browser.submit({ code: codeIn(await world.mailbox.take('founder@example.test')) })
  await browser.submit({ accept_terms: 'yes' })
  await browser.submit({ given_name: 'Fay' })
  const given = { organization_name: 'Founders', first_team_name: 'Core', invite: 'one@example.test, two@example.test' }
  expect((await browser.submit({ ...given, organization_slug: 'Not A Slug' })).status).toBe(422)
  expect((await browser.submit({ ...given, invite: 'nobody' })).status).toBe(422)
  const visited = await browser.submit({ ...given, organization_slug: 'the-founders' })
  const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
  const { organization: id, team } = claimsOf(body.access_token)
  expect(await db().organization.findUnique({ where: { id: id as string } })).toMatchObject({ slug: 'the-founders' })
  expect(await db().team.findUnique({ where: { id: team as string } })).toMatchObject({ name: 'Core' })
  expect((await world.mailbox.take('one@example.test')).subject).toContain('Founders')
  expect((await world.mailbox.take('two@example.test')).text).toContain(`${world.issuer}/invitations/`)
})

describe('a first organization', () => {
  async function founder(email: string) {
    const browser = world.browser()
    await world.authorize(browser, { scope })
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    await browser.submit({ accept_terms: 'yes' })
    await browser.submit({ given_name: 'Fay' })
    return browser
  }

  test('H2 is complete although one address is invited too often, and the founder is told', async () => {
    // Four organizations of strangers use up what such organizations may send to the address together.
    for (let at = 0; at < 4; at++) {
      const acme = await organization()
      for (let sent = 0; sent < 5; sent++) await invitedBy(acme.owner.id, acme.id, 'busy@example.test')
    }
    await world.mailbox.take('busy@example.test')
    const browser = await founder('founder-of-busy@example.test')
    const told = await browser.submit({
      organization_name: 'Busy Bees',
      first_team_name: 'Core',
      invite: 'busy@example.test, idle@example.test',
    })
    expect([told.status, told.text]).toEqual([200, expect.stringContaining('busy@example.test')])
    expect(told.text).not.toContain('idle@example.test')
    expect((await world.mailbox.take('idle@example.test')).subject).toContain('Busy Bees')
    const visited = await browser.submit({ decision: 'go-on' })
    const { body } = await world.redeem(visited.callback?.searchParams.get('code') ?? '')
    const { organization: id, team } = claimsOf(body.access_token)
    expect(await db().organization.findUnique({ where: { id: id as string } })).toMatchObject({ name: 'Busy Bees' })
    expect(await db().team.findUnique({ where: { id: team as string } })).toMatchObject({ name: 'Core' })
  })

  test('H3 nothing of it is kept when a part fails, and the same form works then', async () => {
    const browser = await founder('founder-of-half@example.test')
    const page = browser.current?.location ?? ''
    const form = { organization_name: 'Half Made', first_team_name: 'Core', invite: 'half@example.test' }
    for (const action of ['organization.created', 'team.created', 'invitation.created']) {
      const allow = await refuseEvents(world, `WHEN (NEW.action = '${action}')`)
      try {
        expect((await browser.submit(form)).status).toBe(500)
      } finally {
        await allow()
      }
      expect(await db().organization.count({ where: { name: 'Half Made' } })).toBe(0)
      expect(await db().invitation.count({ where: { email: 'half@example.test' } })).toBe(0)
      await browser.go(page)
    }
    const visited = await browser.submit(form)
    expect(visited.callback?.searchParams.get('code')).toBeTruthy()
    expect((await world.mailbox.take('half@example.test')).subject).toContain('Half Made')
  })
})
