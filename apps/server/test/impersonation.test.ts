import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'
import { endDueImpersonations, endImpersonation } from '../src/flows/identity/impersonations.ts'
import { disablePerson } from '../src/flows/management/directory.ts'
import { publishTerms, withdrawTerms } from '../src/flows/organizations/terms/terms-publishing.ts'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { setCookie } from '../src/http/cookies.ts'
import { accountOf, linkTo, type Signed } from './support/account.ts'
import { databases } from './support/databases.ts'
import { basic, claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

const minute = 60_000
const impersonated = 'urn:vestibule:acr:impersonated'
const env = {
  OPERATORS: 'operator@example.test,second@example.test',
  IMPERSONATION: 'consent',
  FOUR_EYES: 'on',
  LIMIT_MAIL_PER_ADDRESS: '1000/1h',
  LIMIT_PER_NETWORK: '100000/1m',
  OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
  OIDC_CLIENT_0_BACKCHANNEL_LOGOUT_URI: 'http://127.0.0.1:9/logout',
  OIDC_CLIENT_0_INITIATE_LOGIN_URI: 'https://rp.example.test/login',
  OIDC_CLIENT_5_ALLOW_IMPERSONATION: 'true',
}

/** What operators and people do about impersonations, in plain browsers. */
function storiesOf(world: TestWorld) {
  const at = accountOf(world)
  const { prisma } = world.deps.db

  /** A member of somebody else's organization. */
  async function member(roles = 'member') {
    const { person, browser } = await world.signIn()
    const id = await at.idOf(person.email)
    const { organizationId } = await prisma.membership.findFirstOrThrow({ where: { userId: id } })
    await prisma.membership.updateMany({ where: { userId: id }, data: { roles } })
    return { id, email: person.email, browser, organizationId }
  }
  type Member = Awaited<ReturnType<typeof member>>

  const operator = (browser = world.browser()) => at.byMail('operator@example.test', browser)
  const second = () => at.byMail('second@example.test')

  const ask = ({ browser }: Pick<Signed, 'browser'>, person: Member, fields: Record<string, string> = {}) =>
    at.post(browser, '/admin/impersonations/new', {
      person: person.id,
      client: 'web',
      organization: person.organizationId,
      reason: 'Ticket 4711: the board stays empty',
      ...fields,
    })
  /** The id of the impersonation whose page a browser is at. */
  const idAt = ({ browser }: Pick<Signed, 'browser'>) =>
    /impersonations\/([0-9a-f]+)/.exec(browser.current?.location ?? '')?.[1] ?? ''
  const act = ({ browser }: Pick<Signed, 'browser'>, id: string, action: string) =>
    at.post(browser, `/admin/impersonations/${id}`, { action, confirm: 'yes' })
  const decide = ({ browser }: Pick<Signed, 'browser'>, id: string, decision: string) =>
    at.post(browser, `/account/impersonations/${id}`, { decision })

  /** An operator who acts as a person, who allowed it. */
  async function running(person?: Member, fields: Record<string, string> = {}) {
    const who = person ?? (await member())
    const own = await operator()
    await ask(own, who, fields)
    const id = idAt(own)
    await decide(who, id, 'allow')
    await act(own, id, 'start')
    return { ...own, who, impersonation: id }
  }

  /** What the client gets when the operator's browser comes to it. */
  async function tokens({ browser }: Pick<Signed, 'browser'>, params: Record<string, string> = {}) {
    const { callback } = await world.authorize(browser, params)
    const { body } = await world.redeem(callback?.searchParams.get('code') ?? '')
    return { callback, body }
  }
  const introspect = async (token: string) =>
    (
      await fetch(`${world.issuer}/introspect`, {
        method: 'POST',
        headers: {
          Authorization: basic(...webAuth.basic),
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ token }).toString(),
      })
    ).json()
  const row = (id: string) => prisma.impersonation.findUniqueOrThrow({ where: { id } })
  const text = ({ browser }: Pick<Signed, 'browser'>) => at.text(browser)
  const error = ({ callback }: { callback: URL | null }) => callback?.searchParams.get('error')

  return { at, prisma, member, operator, second, ask, idAt, act, decide, running, tokens, introspect, row, text, error }
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let it: ReturnType<typeof storiesOf>
  beforeAll(async () => {
    world = await openTestWorld(env, { database })
    it = storiesOf(world)
  })
  afterAll(() => world?.close())

  test('the token of an impersonation reaches no role of the organization', async () => {
    const own = await it.running(await it.member('admin'))
    const { body } = await it.tokens(own)
    expect(body.access_token).toBeTruthy()
    for (const path of ['roles', `members/${own.who.id}/permissions`]) {
      const address = `${world.issuer}/api/v1/organizations/${own.who.organizationId}/${path}`
      expect((await fetch(address, { headers: { Authorization: `Bearer ${body.access_token}` } })).status).toBe(401)
    }
  })

  test('an operator acts as a person who allowed it, everybody is told, and all of it ends with the button', async () => {
    const ada = await it.member()
    const own = await it.operator()
    await it.ask(own, ada)
    expect(it.text(own)).toContain('was asked by email')
    const id = it.idAt(own)
    const mail = (await world.mailbox.take(ada.email)).text ?? ''
    await ada.browser.go(linkTo(await firstMail(ada.email, mail, 'Ticket 4711'), '/account/impersonations') ?? '')
    expect(it.at.text(ada.browser)).toContain('asks to see Web App as you')
    await ada.browser.submit({ decision: 'allow' })
    expect(it.at.text(ada.browser)).toContain('can start within an hour')
    await it.act(own, id, 'start')
    expect(it.text(own)).toContain('You now act as Ada Lovelace.')
    expect(own.browser.current?.html.querySelector('main a[href^="https://rp"]')?.getAttribute('href')).toBe(
      `https://rp.example.test/login?iss=${encodeURIComponent(world.issuer)}`,
    )

    const { callback, body } = await it.tokens(own, { scope: 'openid profile email organization offline_access' })
    expect(callback?.origin).toBe('https://rp.example.test')
    expect(body.refresh_token).toBeUndefined()
    expect(body.scope).toBe('openid profile email organization')
    for (const token of [body.id_token, body.access_token]) {
      const claims = claimsOf(token)
      expect(claims).toMatchObject({ sub: ada.id, act: { sub: own.id }, acr: impersonated })
      expect(claims).not.toHaveProperty('amr')
      expect(claims.organization).toBe(ada.organizationId)
    }
    expect(await it.introspect(body.access_token)).toMatchObject({ active: true, act: { sub: own.id } })
    const userinfo = await (await world.userinfo(body.access_token)).json()
    expect(userinfo).toMatchObject({ sub: ada.id, email: ada.email, act: { sub: own.id } })

    await own.browser.go(`${world.issuer}/account`)
    expect(own.browser.current?.html.querySelector('.bar')?.text).toContain('Acting as Ada Lovelace at Web App.')
    expect(it.text(own)).not.toContain(ada.email)
    await it.at.post(own.browser, '/admin/impersonations/stop')
    expect(it.text(own)).toContain('You no longer act as somebody else.')
    expect(own.browser.current?.html.querySelector('.bar')).toBeNull()
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect(await it.introspect(body.access_token)).toEqual({ active: false })
    expect(await it.prisma.outboxMessage.count({ where: { kind: 'logout' } })).toBeGreaterThan(0)
    await it.at.notices(ada.email, ['started acting as you', 'stopped acting as you'])

    const events = await it.prisma.auditEvent.findMany({
      where: { targetId: ada.id, action: { startsWith: 'impersonation.' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
      ['impersonation.asked', 'operator', own.id],
      ['impersonation.allowed', 'user', ada.id],
      ['impersonation.started', 'operator', own.id],
      ['impersonation.ended', 'operator', own.id],
    ])
    for (const { detail, organizationId } of events) {
      expect(JSON.parse(detail ?? '')).toMatchObject({ on_behalf_of: ada.id, operator: own.id, client: 'web' })
      expect(organizationId).toBe(ada.organizationId)
    }
  })

  /** The first mail to an address that says this. */
  async function firstMail(email: string, mail: string, says: string): Promise<string> {
    for (let text = mail; ; text = (await world.mailbox.take(email)).text ?? '') if (text.includes(says)) return text
  }

  test('an act that does not exist is refused, and nothing is said to be done', async () => {
    const own = await it.operator()
    await it.ask(own, await it.member())
    const id = it.idAt(own)
    for (const action of ['explode', '']) {
      const answer = await own.browser.go(`/admin/impersonations/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action, confirm: 'yes' }).toString(),
      })
      expect(answer.status).toBe(404)
    }
    expect((await it.row(id)).startedAt).toBeNull()
  })

  test('tokens live no longer than the half hour, and not beyond what was allowed', async () => {
    const own = await it.running()
    world.pass(25 * minute)
    const { body } = await it.tokens(own)
    const seconds = Math.floor(world.deps.now().getTime() / 1000)
    expect(body.expires_in).toBeLessThanOrEqual(300)
    expect(claimsOf(body.id_token).exp).toBeLessThanOrEqual(seconds + 300)
    world.pass(5 * minute + 1000)
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect(it.error(await it.tokens(own))).toBe('access_denied')
    // The browser has forgotten it, so the operator signs in as themselves.
    expect(own.browser.cookies.has('vestibule_impersonation')).toBe(false)
    await endDueImpersonations(world.deps)
    expect(await it.row(own.impersonation)).toMatchObject({ endedBy: 'expired' })
    await it.at.notice(own.who.email, 'stopped acting as you')
  })

  test('CO-15: nobody acts as an operator, as themselves, as someone disabled, or as an owner with one operator', async () => {
    const own = await it.operator()
    const other = await it.second()
    for (const [email, says] of [
      [other.email, 'Nobody acts as an operator.'],
      [own.email, 'You cannot act as yourself'],
    ] as const) {
      const id = await it.at.idOf(email)
      const refused = await it.ask(own, { ...(await it.member()), id })
      expect(refused.status).toBe(403)
      expect(it.text(own)).toContain(says)
    }
    const disabled = await it.member()
    await disablePerson(world.deps, { kind: 'system', id: null, network: null }, disabled.id, true)
    expect((await it.ask(own, disabled)).status).toBe(403)
    expect(it.text(own)).toContain('This person is disabled.')
    const refusals = await it.prisma.auditEvent.findMany({
      where: { action: 'impersonation.asked', result: 'refused' },
    })
    expect(refusals.length).toBeGreaterThanOrEqual(3)

    const owner = await it.member('owner')
    await it.ask(own, owner)
    const id = it.idAt(own)
    await it.decide(owner, id, 'allow')
    expect((await it.act(own, id, 'start')).status).toBe(403)
    expect(it.text(own)).toContain('a second operator has to confirm')
    expect((await it.act(own, id, 'confirm')).status).toBe(403)
    await it.act(other, id, 'confirm')
    expect(it.text(other)).toContain('You confirmed it.')
    await it.act(own, id, 'start')
    expect((await it.row(id)).startedAt).not.toBeNull()
  })

  test('CO-15: a member who is made an owner after the start needs the second operator too', async () => {
    const own = await it.running()
    const before = await it.tokens(own)
    expect(before.body.access_token).toBeDefined()
    await it.prisma.membership.updateMany({ where: { userId: own.who.id }, data: { roles: 'owner' } })
    const refused = await it.tokens(own)
    expect(it.error(refused)).toBe('access_denied')
    expect(own.browser.cookies.has('vestibule_impersonation')).toBe(false)
    // What is shown as over is over.
    expect((await world.userinfo(before.body.access_token)).status).toBe(401)
    expect(await it.row(own.impersonation)).toMatchObject({ endedBy: 'access' })
  })

  test('R58: a request for another organization is refused, and ends neither the impersonation nor its banner', async () => {
    // CO-86
    const own = await it.running()
    const { body } = await it.tokens(own)
    expect(it.error(await it.tokens(own, { organization: 'zzz' }))).toBe('access_denied')
    expect(own.browser.cookies.has('vestibule_impersonation')).toBe(true)
    await own.browser.go(`${world.issuer}/account`)
    expect(own.browser.current?.html.querySelector('.bar')).not.toBeNull()
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    expect(await it.introspect(body.access_token)).toMatchObject({ active: true })
  })

  test('R69: the button ends what the operator has running without the cookie too, and says so only if something ended', async () => {
    // CO-86
    const own = await it.running()
    const { body } = await it.tokens(own)
    own.browser.cookies.delete('vestibule_impersonation')
    await it.at.post(own.browser, '/admin/impersonations/stop')
    expect(own.browser.current?.text).toContain('You no longer act as somebody else.')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    expect(await it.introspect(body.access_token)).toMatchObject({ active: false })
    await it.at.post(own.browser, '/admin/impersonations/stop')
    expect(own.browser.current?.text).not.toContain('You no longer act as somebody else.')
  })

  test('R69: nobody ends by the button what another operator has running', async () => {
    const own = await it.running()
    const { body } = await it.tokens(own)
    await it.at.post((await it.second()).browser, '/admin/impersonations/stop')
    expect((await world.userinfo(body.access_token)).status).toBe(200)
  })

  test('whoever uses the browser after the operator does not see whom they acted as, and signs in as themselves', async () => {
    const signsOut = async ({ browser }: Pick<Signed, 'browser'>) => {
      await browser.go(`${world.issuer}/logout`)
      await browser.submit({ decision: 'logout' })
    }
    for (const end of [
      signsOut,
      async ({ browser }: Pick<Signed, 'browser'>) => browser.cookies.delete('vestibule_session'),
    ]) {
      const { browser } = await it.running()
      await browser.go(`${world.issuer}/`)
      expect(browser.current?.html.querySelector('.bar')).not.toBeNull()
      await end({ browser })
      if (end === signsOut) expect(browser.current?.html.querySelector('.bar')).toBeNull()
      await browser.go(`${world.issuer}/`)
      expect(browser.current?.text).not.toContain('Ada Lovelace')
      if (end === signsOut) expect(browser.cookies.has('vestibule_impersonation')).toBe(false)
    }
  })

  test('CO-16: neither the account nor the management API, consent nor terms', async () => {
    const own = await it.running()
    const { body } = await it.tokens(own)
    const row = await it.row(own.impersonation)
    // The session of the tokens has no secret: no cookie opens it.
    const session = await it.prisma.session.findUniqueOrThrow({ where: { id: row.sessionId ?? '' } })
    expect(session).toMatchObject({ userId: own.who.id, secretDigest: '', acr: impersonated, amr: '' })
    for (const secret of ['', 'x', session.secretDigest, own.browser.cookies.get('vestibule_impersonation') ?? '']) {
      const thief = world.browser()
      thief.cookies.set('vestibule_session', `${session.id}.${secret}`)
      await thief.go(`${world.issuer}/account`)
      expect(thief.current?.location).toContain('/sign-in/')
    }
    for (const path of ['/users', '/organizations', `/users/${own.who.id}`]) {
      const answer = await fetch(`${world.issuer}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${body.access_token}` },
      })
      expect([401, 403]).toContain(answer.status)
    }
    await publishTerms(world.deps, system, own.who.organizationId, { text: 'Ours', graceUntil: null })
    expect(it.error(await world.authorize(own.browser))).toBe('interaction_required')
    expect(await it.prisma.organizationTermsAcceptance.count({ where: { userId: own.who.id } })).toBe(0)
    await withdrawTerms(world.deps, system, own.who.organizationId)
    expect(it.error(await world.authorize(own.browser))).toBeNull()
    await it.prisma.termsAcceptance.deleteMany({ where: { userId: own.who.id } })
    expect(it.error(await world.authorize(own.browser))).toBe('interaction_required')
    expect(await it.prisma.termsAcceptance.count({ where: { userId: own.who.id } })).toBe(0)

    const third = await it.running(undefined, { client: 'third' })
    expect(it.error(await world.authorize(third.browser, { client_id: 'third' }))).toBe('consent_required')
    expect(await it.prisma.consent.count({ where: { userId: third.who.id } })).toBe(0)
    // At the client it is for, and nowhere else: another one meets the operator.
    const callback = (await world.authorize(third.browser, { client_id: 'web' })).callback
    expect(callback?.searchParams.get('error') ?? null).toBeNull()
  })

  test('CO-16: no route of this server takes the cookie, the session or the tokens for the person', async () => {
    const own = await it.running()
    const { body } = await it.tokens(own)
    const row = await it.row(own.impersonation)
    const cookie = own.browser.cookies.get('vestibule_impersonation') ?? ''
    const cookies = `vestibule_impersonation=${cookie}; vestibule_session=${row.sessionId}.${cookie}`
    const { routes } = createApp(world.deps)
    const paths = new Set(
      routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
    )
    expect(paths.size).toBeGreaterThan(100)
    const before = await it.prisma.user.findUniqueOrThrow({ where: { id: own.who.id }, include: { emails: true } })
    for (const route of paths) {
      const [method = '', pattern = ''] = route.split(' ')
      if (pattern.includes('*') || /\/(token|introspect|revoke|par|userinfo)$/.test(pattern)) continue
      const path = pattern.replaceAll(/:\w+(\{[^}]*\})?/g, own.who.id)
      const send = (target: string) =>
        fetch(`${world.issuer}${target}`, {
          method,
          redirect: 'manual',
          headers: {
            Cookie: cookies,
            Authorization: `Bearer ${body.access_token}`,
            ...(method === 'POST'
              ? { Origin: new URL(world.issuer).origin, 'Content-Type': 'application/x-www-form-urlencoded' }
              : {}),
          },
          ...(method === 'POST' ? { body: 'decision=allow&confirm=yes&email=new@example.test' } : {}),
        })
      let answer = await send(path)
      // A path of an earlier version redirects everybody to the present one.
      while (method === 'GET' && /^\/admin/.test(answer.headers.get('location') ?? ''))
        answer = await send(answer.headers.get('location') ?? '')
      expect(await answer.text(), route).not.toContain(own.who.email)
      if (/^\/(account|admin|organizations)/.test(pattern) && answer.status < 400 && !pattern.endsWith('/stop'))
        expect(answer.headers.get('location') ?? '', route).toMatch(/\/sign-in\//)
    }
    const after = await it.prisma.user.findUniqueOrThrow({ where: { id: own.who.id }, include: { emails: true } })
    expect(after).toEqual(before)
  })

  test('CO-18: a client without the opt-in is refused, and the acr satisfies nothing', async () => {
    const own = await it.operator()
    const ada = await it.member()
    expect((await it.ask(own, ada, { client: 'post' })).status).toBe(403)
    expect(it.text(own)).toContain('This application does not allow it.')
    const acting = await it.running(ada)
    for (const value of ['urn:vestibule:acr:mail', 'phr', impersonated]) {
      const claims = JSON.stringify({ id_token: { acr: { essential: true, value } } })
      const { callback } = await world.authorize(acting.browser, { claims })
      expect(['login_required', 'unmet_authentication_requirements']).toContain(callback?.searchParams.get('error'))
    }
    for (const [prompt, code] of [
      ['login', 'login_required'],
      ['consent', 'consent_required'],
      ['select_account', 'account_selection_required'],
    ])
      expect(it.error(await world.authorize(acting.browser, { prompt: prompt as string }))).toBe(code)
    expect(it.error(await world.authorize(acting.browser, { organization: 'another' }))).toBe('access_denied')
    // The opt-in was withdrawn meanwhile.
    const again = await it.running(await it.member())
    const client = world.deps.clients.find('web') as { allowImpersonation: boolean }
    client.allowImpersonation = false
    expect(it.error(await world.authorize(again.browser))).toBe('access_denied')
    client.allowImpersonation = true
  })

  test('CO-19: a link that someone else or a scanner opens changes nothing', async () => {
    const own = await it.operator()
    const ada = await it.member()
    await it.ask(own, ada)
    const id = it.idAt(own)
    const page = `${world.issuer}/account/impersonations/${id}`
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(303)
    await ada.browser.go(page)
    expect((await it.row(id)).allowedAt).toBeNull()
    const stranger = await it.member('owner')
    for (const { browser } of [stranger, own]) {
      expect((await browser.go(page)).status).toBe(404)
      expect((await it.decide({ browser }, id, 'allow')).status).toBe(404)
    }
    const signedOut = world.browser()
    await it.decide({ browser: signedOut }, id, 'allow')
    expect(signedOut.current?.location).toContain('/sign-in/')
    const forged = await ada.browser.go(page, {
      method: 'POST',
      body: 'decision=allow',
      headers: { Origin: 'https://elsewhere.example' },
    })
    expect(forged.status).toBe(403)
    expect((await it.row(id)).allowedAt).toBeNull()
    expect((await it.act(own, id, 'start')).status).toBe(403)

    await it.decide(ada, id, 'decline')
    await it.decide(ada, id, 'allow')
    expect(it.at.text(ada.browser)).toContain('It was too late')
    expect(await it.row(id)).toMatchObject({ allowedAt: null, endedBy: 'declined' })
  })

  test('an owner of the organization may allow it, and no other owner', async () => {
    const own = await it.operator()
    const ada = await it.member()
    const owner = await it.member('owner')
    const membership = {
      organizationId: ada.organizationId,
      userId: owner.id,
      roles: 'owner',
      createdAt: world.deps.now(),
    }
    await it.prisma.membership.create({ data: membership })
    await it.ask(own, ada)
    const id = it.idAt(own)
    await it.decide(owner, id, 'allow')
    expect(await it.row(id)).toMatchObject({ allowedBy: owner.id })
  })

  test('it is allowed once, starts once, and only in the browser of the operator who asked', async () => {
    const acting = await it.running()
    expect((await it.act(acting, acting.impersonation, 'start')).status).toBe(403)
    const other = await it.second()
    expect((await it.act(other, acting.impersonation, 'start')).status).toBe(403)
    other.browser.cookies.set('vestibule_impersonation', acting.browser.cookies.get('vestibule_impersonation') ?? '')
    expect(it.error(await world.authorize(other.browser))).toBe('access_denied')
    expect((await it.row(acting.impersonation)).endedAt).toBeNull()
  })

  test('the organization of a person who is in only one is chosen already, whichever client comes first', async () => {
    const own = await it.operator()
    const ada = await it.member()
    const elsewhere = await it.member()
    const clients = [...world.deps.clients.all()].filter(({ allowImpersonation }) => allowImpersonation)
    const [first, second] = clients as { id: string; organization: string }[]
    if (!first || !second) throw new Error('the test needs two clients')
    const before = [first.organization, second.organization] as const
    const preselected = async () => {
      const { html } = await own.browser.go(`${world.issuer}/admin/impersonations/new?person=${ada.id}`)
      return html.querySelector('[name=organization] [selected]')?.getAttribute('value') || null
    }
    const asked = async (client: string) => {
      const { status } = await it.ask(own, ada, { client, organization: '' })
      return status === 200 ? (await it.row(it.idAt(own))).organizationId : status
    }
    try {
      for (const [one, other, expected] of [
        ['required', 'required', ada.organizationId],
        ['required', 'optional', ada.organizationId],
        ['optional', 'required', ada.organizationId],
        ['optional', 'optional', null],
        ['none', 'required', null],
      ] as const) {
        first.organization = one
        second.organization = other
        expect(await preselected(), `${one}, ${other}`).toBe(expected)
      }
      // Left empty, it is that of the person where the client needs one.
      expect(await asked(second.id)).toBe(ada.organizationId)
      expect(await asked(first.id)).toBeNull()
      await it.prisma.membership.create({
        data: {
          organizationId: elsewhere.organizationId,
          userId: ada.id,
          roles: 'member',
          createdAt: world.deps.now(),
        },
      })
      expect(await preselected()).toBeNull()
      expect(await asked(second.id)).toBe(403)
    } finally {
      first.organization = before[0]
      second.organization = before[1]
    }
  })

  test('whoever is disabled at the moment at which it starts is not acted as', async () => {
    const ada = await it.member()
    const own = await it.operator()
    await it.ask(own, ada)
    const id = it.idAt(own)
    await it.decide(ada, id, 'allow')
    // The page has read everything, and its transaction is about to begin.
    const transaction = world.deps.db.transaction.bind(world.deps.db)
    const spy = vi.spyOn(world.deps.db, 'transaction').mockImplementationOnce(async (run) => {
      await it.prisma.user.update({ where: { id: ada.id }, data: { disabledAt: world.deps.now() } })
      return transaction(run)
    })
    try {
      expect((await it.act(own, id, 'start')).status).toBe(403)
    } finally {
      spy.mockRestore()
    }
    expect(await it.row(id)).toMatchObject({ startedAt: null, endedAt: null })
    expect(own.browser.cookies.has('vestibule_impersonation')).toBe(false)
  })

  test('it ends with the person, the role, the operator, and by any other operator', async () => {
    const ends: [string, (acting: Awaited<ReturnType<typeof it.running>>) => Promise<unknown>, string][] = [
      ['the person ends it', ({ who, impersonation }) => it.decide(who, impersonation, 'end'), 'person'],
      [
        'the person ends every other session',
        ({ who }) => it.at.post(who.browser, '/account/sessions/end-others'),
        'person',
      ],
      [
        'the person is disabled',
        ({ who }) => disablePerson(world.deps, { kind: 'system', id: null, network: null }, who.id, true),
        'access',
      ],
      [
        'another operator ends it',
        async ({ impersonation }) => it.act(await it.second(), impersonation, 'end'),
        'operator',
      ],
      [
        'the operator signs out',
        async ({ browser }) => {
          await browser.go(`${world.issuer}/logout`)
          await browser.submit({ decision: 'logout' })
        },
        'operator',
      ],
    ]
    for (const [name, end, endedBy] of ends) {
      const acting = await it.running()
      const { body } = await it.tokens(acting)
      expect((await world.userinfo(body.access_token)).status, name).toBe(200)
      await end(acting)
      await endDueImpersonations(world.deps)
      expect((await world.userinfo(body.access_token)).status, name).toBe(401)
      expect(await it.row(acting.impersonation), name).toMatchObject({ endedBy })
    }
    const acting = await it.running()
    const { body } = await it.tokens(acting)
    const operators = world.deps.config.operators as string[]
    const [first] = operators.splice(0, 1)
    try {
      expect(it.error(await world.authorize(acting.browser))).toBe('access_denied')
      await endDueImpersonations(world.deps)
      expect((await world.userinfo(body.access_token)).status).toBe(401)
      expect(await it.row(acting.impersonation)).toMatchObject({ endedBy: 'access' })
    } finally {
      operators.unshift(first as string)
    }
  })

  test('whoever ends it at the moment at which it starts ends its tokens too', async () => {
    const ada = await it.member()
    const own = await it.operator()
    await it.ask(own, ada)
    const id = it.idAt(own)
    await it.decide(ada, id, 'allow')
    const read = await it.row(id)
    await it.act(own, id, 'start')
    const { body } = await it.tokens(own)
    expect((await world.userinfo(body.access_token)).status).toBe(200)
    const ended = inTransaction(world.deps, (tx) => endImpersonation(world.deps, tx, system, read, 'person'))
    expect(await ended).toBe(true)
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    await it.at.notice(ada.email, 'stopped acting as you')
  })

  test('signing out at the application ends it, and the operator stays signed in', async () => {
    const acting = await it.running()
    const { body } = await it.tokens(acting)
    const goOn = 'https://rp.example.test/bye'
    const out = await acting.browser.go(
      `${world.issuer}/logout?${new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: goOn })}`,
    )
    expect(out.callback?.href).toBe(goOn)
    expect(await it.row(acting.impersonation)).toMatchObject({ endedBy: 'operator' })
    await acting.browser.go(`${world.issuer}/admin/impersonations`)
    expect(acting.browser.current?.status).toBe(200)
  })

  test('a reason has ten characters, and five questions a day are enough', async () => {
    const own = await it.operator()
    const ada = await it.member()
    expect((await it.ask(own, ada, { reason: 'because' })).status).toBe(422)
    expect(it.text(own)).toContain('Enter a reason of at least 10 characters.')
    for (let count = 0; count < 5; count++) expect((await it.ask(own, ada)).status).toBe(200)
    expect((await it.ask(own, ada)).status).toBe(429)
  })

  test('a member, and an operator without a recent sign-in, get nowhere', async () => {
    const ada = await it.member()
    for (const path of ['', '/new'])
      expect((await ada.browser.go(`${world.issuer}/admin/impersonations${path}`)).status).toBe(404)
    const own = await it.operator()
    world.pass(6 * minute)
    await it.ask(own, ada)
    expect(own.browser.current?.location).toContain('/sign-in/')
    expect(await it.prisma.impersonation.count({ where: { userId: ada.id } })).toBe(0)
  })
})

test('with notice, nobody is asked, and the person reads it at the start and at the end', async () => {
  const world = await openTestWorld({ ...env, IMPERSONATION: 'notice', FOUR_EYES: 'off' })
  const it = storiesOf(world)
  try {
    const owner = await it.member('owner')
    const own = await it.operator()
    await it.ask(own, owner)
    const id = it.idAt(own)
    await it.act(own, id, 'start')
    await it.at.notice(owner.email, 'started acting as you')
    expect(claimsOf((await it.tokens(own)).body.access_token)).toMatchObject({ act: { sub: own.id } })
    await it.act(own, id, 'end')
    await it.at.notice(owner.email, 'stopped acting as you')
  } finally {
    await world.close()
  }
})

test('without IMPERSONATION there is nothing of it, and a cookie of before means nothing', async () => {
  const world = await openTestWorld({ OPERATORS: env.OPERATORS })
  const it = storiesOf(world)
  try {
    const own = await it.operator()
    for (const path of ['/admin/impersonations', '/admin/impersonations/new?person=x', '/account/impersonations'])
      expect((await own.browser.go(`${world.issuer}${path}`)).status, path).toBe(404)
    expect((await it.at.post(own.browser, '/admin/impersonations/stop')).status).toBe(404)
    expect(setCookie(world.deps.config, 'impersonation', 'x')).toContain('HttpOnly; SameSite=Lax')
    own.browser.cookies.set('vestibule_impersonation', 'x')
    expect((await own.browser.go(`${world.issuer}/account`)).status).toBe(200)
  } finally {
    await world.close()
  }
})
