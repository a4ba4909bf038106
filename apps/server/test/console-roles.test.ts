import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorRoles } from '../src/flows/identity/operator-roles.ts'
import { mayOperate, type OperatorPermission } from '../src/flows/management/operator-permissions.ts'
import { giveOperatorRole, takeOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { consoleRoutes } from '../src/routes/console/index.tsx'
import { createPageContext } from '../src/routes/page-context.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Which role opens what: every route of the console times every role, and the page that gives roles.

const themePermissions = ['instance', 'clients/:client', 'organizations/:id'].flatMap(
  (place): [string, OperatorPermission][] => [
    [`GET /admin/themes/${place}`, 'themes:read'],
    [`GET /admin/themes/${place}/texts`, 'themes:read'],
    [`GET /admin/themes/${place}/preview`, 'themes:read'],
    [`POST /admin/themes/${place}`, 'themes:write'],
    [`POST /admin/themes/${place}/images`, 'themes:write'],
    [`POST /admin/themes/${place}/texts`, 'themes:write'],
  ],
)

const organizationPages = [
  '',
  '/applications',
  '/keys',
  '/audit',
  '/domains',
  '/invitations',
  '/members',
  '/members/import',
  '/members/:user/permissions',
  '/members/invite',
  '/members/:user/fields',
  '/requests',
  '/roles',
  '/roles/:role',
  '/roles/new',
  '/terms',
  '/theme',
]
const organizationForms = [
  ...['', '/policy', '/revoke', '/rotate'].map((form) => `/keys${form}`),
  ...['allow', 'block', 'end', 'end-all', 'policy', 'unrule'].map((form) => `/applications/${form}`),
  ...['', '/audit', '/domains', '/domains/check', '/domains/confirm', '/domains/joining', '/domains/mail'],
  ...['/domains/remove', '/invitations', '/invitations/resend', '/invitations/revoke', '/members/export'],
  ...['/members/import', '/members/import/send', '/members/invite', '/members/remove', '/members/roles'],
  ...['/members/:user/fields', '/requests', '/roles', '/roles/change', '/roles/delete', '/settings'],
  '/settings/fields',
  ...['/teams', '/teams/add', '/teams/delete', '/teams/open', '/teams/remove', '/teams/rename'],
  '/teams/roles',
  ...['/terms/draft', '/terms/export', '/terms/publish', '/terms/withdraw'],
]
const organizationPermissions: [string, OperatorPermission][] = [
  ...[...organizationPages, '/settings', '/teams'].map((path): [string, OperatorPermission] => [
    `GET /admin/organizations/:organization${path}`,
    'organizations:read',
  ]),
  ...organizationForms.map((path): [string, OperatorPermission] => [
    `POST /admin/organizations/:organization${path}`,
    'organizations:write',
  ]),
]

/** Ends what the browser's own cookie names, whoever sends it, and is not there without that cookie. */
const ofOneBrowser = ['POST /admin/impersonations/stop']

/** What each route asks for. A route that is missing here fails the test. */
const permissionOf: Record<string, OperatorPermission> = {
  'GET /admin': 'overview:read',
  'GET /admin/applications': 'applications:read',
  'GET /admin/applications/:client/sign-ins': 'applications:read',
  'GET /admin/applications/:client': 'applications:read',
  'GET /admin/applications/new': 'applications:write',
  'POST /admin/applications/:client': 'applications:write',
  'POST /admin/applications/new': 'applications:write',
  'GET /admin/fields': 'applications:read',
  'GET /admin/fields/:field': 'applications:read',
  'GET /admin/fields/new': 'applications:write',
  'POST /admin/fields/:field': 'applications:write',
  'POST /admin/fields/new': 'applications:write',
  'GET /admin/resources': 'applications:read',
  'GET /admin/resources/:resource': 'applications:read',
  'GET /admin/resources/new': 'applications:write',
  'POST /admin/resources/:resource': 'applications:write',
  'POST /admin/resources/new': 'applications:write',
  'GET /admin/permissions': 'roles:read',
  'GET /admin/permissions/edit': 'roles:write',
  'POST /admin/permissions/edit': 'roles:write',
  'GET /admin/roles': 'roles:read',
  'GET /admin/api-keys': 'people:read',
  'POST /admin/api-keys/revoke': 'people:write',
  'GET /admin/connections': 'organizations:read',
  'GET /admin/connections/:connection': 'organizations:read',
  'GET /admin/connections/attempts/:reference': 'organizations:read',
  'POST /admin/connections/:connection': 'organizations:write',
  'GET /admin/connecting': 'applications:read',
  'POST /admin/connecting': 'applications:write',
  'GET /admin/registered-clients': 'applications:read',
  'GET /admin/registered-clients/:client': 'applications:read',
  'POST /admin/registered-clients/:client': 'applications:write',
  'GET /admin/initial-access-tokens': 'applications:read',
  'POST /admin/initial-access-tokens': 'applications:write',
  'GET /admin/terms': 'terms:read',
  'POST /admin/terms': 'terms:write',
  'GET /admin/why': 'people:read',
  'POST /admin/why': 'people:write',
  'GET /admin/impersonations': 'impersonations:read',
  'GET /admin/impersonations/:id': 'impersonations:read',
  'GET /admin/impersonations/new': 'impersonations:write',
  'POST /admin/impersonations/:id': 'impersonations:write',
  'POST /admin/impersonations/new': 'impersonations:write',
  'GET /admin/confirmations': 'operators:read',
  'POST /admin/confirmations': 'people:write',
  'GET /admin/mail': 'mail:read',
  'POST /admin/mail': 'mail:write',
  'GET /admin/webhooks': 'webhooks:read',
  'GET /admin/webhooks/:endpoint': 'webhooks:read',
  'GET /admin/webhooks/:endpoint/:event': 'webhooks:read',
  'POST /admin/webhooks': 'webhooks:write',
  'POST /admin/webhooks/:endpoint': 'webhooks:write',
  'POST /admin/webhooks/:endpoint/:event': 'webhooks:write',
  'GET /admin/audit': 'audit:read',
  'POST /admin/audit': 'audit:export',
  'GET /admin/clients': 'applications:read',
  'GET /admin/keys': 'keys:read',
  'GET /admin/operators': 'operators:read',
  'POST /admin/operators': 'operators:write',
  'GET /admin/organizations': 'organizations:read',
  'POST /admin/organizations': 'organizations:write',
  'POST /admin/organizations/export': 'organizations:write',
  ...Object.fromEntries(organizationPermissions),
  'GET /admin/people': 'people:read',
  'GET /admin/people/:user': 'people:read',
  'GET /admin/people/:user/edit': 'people:write',
  'GET /admin/people/:user/fields': 'people:read',
  'POST /admin/people/:user/fields': 'people:write',
  'GET /admin/people/:user/merge': 'people:delete',
  'GET /admin/people/new': 'people:write',
  'POST /admin/people': 'accounts:know',
  'POST /admin/people/:user': 'people:write',
  'POST /admin/people/:user/edit': 'people:write',
  'POST /admin/people/new': 'people:write',
  'GET /admin/find': 'people:read',
  'GET /admin/health': 'health:read',
  'POST /admin/keys': 'keys:write',
  'GET /admin/people/:person/addresses': 'people:show-addresses',
  'POST /admin/people/:person/addresses': 'people:show-addresses',
  'GET /admin/preview': 'preview:use',
  'POST /admin/preview': 'preview:use',
  'GET /admin/preview/result': 'preview:use',
  'POST /admin/preview/result': 'preview:use',
  'GET /admin/preview/pages/:page': 'preview:use',
  'POST /admin/preview/pages/:page': 'preview:use',
  'GET /admin/queue': 'mail:read',
  'GET /admin/themes': 'themes:read',
  ...Object.fromEntries(themePermissions),
  'GET /admin/users/:user': 'people:read',
}

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'root@example.test' })
})
afterAll(() => world?.close())

const userIdOf = async (address: string) =>
  (await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address } })).userId

const send = (browser: PlainBrowser, method: string, path: string, body = 'confirm=yes'): Promise<Visited> =>
  browser.go(`${world.issuer}${path}`, method === 'GET' ? { follow: false } : { method, body, follow: false })

describe('every route of the console', () => {
  const routes = () => consoleRoutes(createPageContext(world.deps)).routes.filter(({ method }) => method !== 'ALL')
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  /** Not an upload either, which is refused for its form before anyone is asked for. */
  const isAsked = (route: { method: string; path: string }) =>
    !route.path.endsWith('/images') && !ofOneBrowser.includes(nameOf(route))
  const pathOf = (path: string) => path.replaceAll(/:\w+(\{[^}]*\})?/g, 'x').replace('*', 'x')

  test('has its permission in the table of this test', () => {
    expect([...new Set(routes().map(nameOf))].sort()).toEqual([...Object.keys(permissionOf), ...ofOneBrowser].sort())
  })

  test.each(operatorRoles)('is open to %s as far as the table of roles says', async (role) => {
    const email = `${role}@example.test`
    const { browser } = await world.signIn({ email })
    if (role !== 'root') await giveOperatorRole(world.deps, system, await userIdOf(email), role)
    for (const route of routes().filter((route) => isAsked(route))) {
      const { status } = await send(browser, route.method, pathOf(route.path))
      const may = mayOperate(role, permissionOf[nameOf(route)] ?? 'keys:write')
      if (may) expect(status, `${role}: ${nameOf(route)}`).not.toBe(403)
      else expect(status, `${role}: ${nameOf(route)}`).toBe(403)
      expect(status, nameOf(route)).toBeLessThan(500)
    }
  })

  test('CO-01: is not there for a person who is no operator, and leads others to the sign-in page', async () => {
    const { browser } = await world.signIn()
    const signedOut = world.browser()
    for (const route of routes()) {
      if (!isAsked(route)) continue
      const answer = await send(browser, route.method, pathOf(route.path))
      // A page that has moved says where to everybody, and the page there asks who it is.
      if (answer.headers.get('location')?.startsWith('/admin/')) continue
      expect(answer.status, nameOf(route)).toBe(404)
      const visited = await send(signedOut, route.method, pathOf(route.path))
      expect(visited.status, nameOf(route)).toBe(303)
      expect(visited.headers.get('location'), nameOf(route)).toContain('/sign-in/')
    }
    const refusals = await world.deps.db.prisma.auditEvent.count({ where: { action: 'admin.see', result: 'refused' } })
    expect(refusals).toBeGreaterThan(0)
  })

  test('CO-03: refuses a form of another site, and one that does not say where it comes from', async () => {
    const { browser } = await world.signIn({ email: 'root@example.test' })
    for (const route of routes().filter(({ method }) => method === 'POST'))
      for (const origin of ['https://evil.example.test', 'null', '']) {
        const headers = { Origin: origin }
        const init = { method: 'POST', body: 'confirm=yes', headers, follow: false }
        const { status } = await browser.go(`${world.issuer}${pathOf(route.path)}`, init)
        expect(status, `${nameOf(route)} from ${origin}`).toBe(403)
      }
  })
})

describe('the page of operators', () => {
  let root: PlainBrowser
  // The clock of a test moves with each mail, and acts need a recent sign-in.
  beforeEach(async () => {
    root = (await world.signIn({ email: 'root@example.test' })).browser
  })
  const operators = (browser: PlainBrowser, fields?: Record<string, string>) =>
    browser.go(
      `${world.issuer}/admin/operators`,
      fields && { method: 'POST', body: new URLSearchParams(fields).toString() },
    )
  const rows = (page: Visited) =>
    page.html.querySelectorAll('.rows > li, .table tbody tr').map(({ text }) => text.replaceAll(/\s+/g, ' '))

  test('root gives a role after a question, changes it and takes it, and reads what happened', async () => {
    const email = 'anna@example.test'
    const anna = await world.signIn({ email, givenName: 'Anna', familyName: 'Meier' })
    const user = await userIdOf(email)
    const question = await operators(root, { action: 'give', email, role: 'support' })
    expect(question.html.querySelector('h1')?.text).toBe('Make Anna Meier an operator?')
    expect(await world.deps.db.prisma.operatorRole.count({ where: { userId: user } })).toBe(0)
    const given = await root.submit({ confirm: 'yes' })
    expect(given.text).toContain('Anna Meier now has the role Support.')
    expect(rows(given).find((row) => row.includes('Anna Meier'))).toContain('Support')
    // It counts at once, in the session that is there.
    expect((await anna.browser.go(`${world.issuer}/admin/people`)).status).toBe(200)
    await operators(root, { action: 'give', user, role: 'viewer' })
    expect((await root.submit({ confirm: 'yes' })).text).toContain('Anna Meier now has the role Viewer.')
    await operators(root, { action: 'take', user })
    const taken = await root.submit({ confirm: 'yes' })
    expect(taken.text).toContain('Anna Meier is no longer an operator.')
    expect(rows(taken).join()).not.toContain('Anna Meier')
    expect((await anna.browser.go(`${world.issuer}/admin/people`)).status).toBe(404)
  })

  test('an address without an account, and a role that nobody gives, are refused beside the field', async () => {
    const unknown = await operators(root, { action: 'give', email: 'nobody@example.test', role: 'viewer' })
    expect(unknown.status).toBe(422)
    expect(unknown.text).toContain('Nobody has an account with this address.')
    const user = await userIdOf('root@example.test')
    for (const role of ['root', 'owner', ''])
      expect((await operators(root, { action: 'give', user, role })).status).toBe(422)
  })

  test('an administrator cannot make or unmake another one, whatever the form says', async () => {
    const administrator = await world.signIn({ email: 'first@example.test' })
    await world.signIn({ email: 'second@example.test' })
    const [first, second] = [await userIdOf('first@example.test'), await userIdOf('second@example.test')]
    for (const id of [first, second]) await giveOperatorRole(world.deps, system, id, 'administrator')
    const page = await operators(administrator.browser)
    expect(page.html.querySelectorAll(`[value="${second}"]`)).toHaveLength(0)
    expect(page.html.querySelectorAll('option[value="administrator"]')).toHaveLength(0)
    const forms: Record<string, string>[] = [
      { action: 'take', user: second },
      { action: 'give', user: second, role: 'viewer' },
      { action: 'give', user: first, role: 'viewer' },
      { action: 'take', user: await userIdOf('root@example.test') },
      { action: 'give', user: await userIdOf('root@example.test'), role: 'viewer' },
    ]
    for (const form of forms)
      expect((await operators(administrator.browser, { ...form, confirm: 'yes' })).status).toBe(403)
    expect(await world.deps.db.prisma.operatorRole.count({ where: { userId: { in: [first, second] } } })).toBe(2)
  })

  test('a link that claims what did not happen says nothing', async () => {
    const user = await userIdOf('root@example.test')
    const page = await root.go(`${world.issuer}/admin/operators?done=given&person=${user}`)
    expect(page.text).not.toContain('now has the role')
  })
})

describe('a viewer', () => {
  test('sees addresses shortened, and one whole by a click that is recorded', async () => {
    const { browser } = await world.signIn({ email: 'looking@example.test' })
    await giveOperatorRole(world.deps, system, await userIdOf('looking@example.test'), 'viewer')
    const target = await world.signIn({ email: 'someone@example.test' })
    const id = await userIdOf(target.person.email)
    const operators = await browser.go(`${world.issuer}/admin/operators`)
    expect(operators.text).toContain('r…@example.test')
    expect(operators.text).not.toContain('root@example.test')
    const audit = await browser.go(`${world.issuer}/admin/audit`)
    expect(audit.status).toBe(200)
    expect(audit.html.querySelector('.table')?.text).not.toMatch(/[a-z0-9]{2,}@example/)
    const shown = await browser.go(`${world.issuer}/admin/people/${id}/addresses`, { method: 'POST', body: '' })
    expect(shown.text).toContain('someone@example.test')
    const event = await world.deps.db.prisma.auditEvent.findFirstOrThrow({ where: { action: 'user.addresses_shown' } })
    expect(event).toMatchObject({ targetId: id, actorKind: 'operator' })
    // Nor can they find out who has an address.
    const search = await browser.go(`${world.issuer}/admin/audit?by=someone@example.test`)
    expect(search.html.querySelectorAll('.table tbody tr')).toHaveLength(0)
  })
})

describe('an act', () => {
  test('CO-04: asks for a new sign-in after five minutes, and does not repeat the act by itself', async () => {
    const { browser } = await world.signIn({ email: 'root@example.test' })
    await world.signIn({ email: 'late@example.test' })
    const user = await userIdOf('late@example.test')
    world.pass(6 * 60_000)
    expect((await browser.go(`${world.issuer}/admin/operators`)).status).toBe(200)
    const body = new URLSearchParams({ action: 'give', user, role: 'viewer', confirm: 'yes' }).toString()
    const answer = await browser.go(`${world.issuer}/admin/operators`, { method: 'POST', body })
    expect(answer.location).toContain('/sign-in/')
    const back = await world.finish(browser, (await world.signIn({ email: 'root@example.test' }, {}, browser)).person)
    expect(back.status).toBeLessThan(400)
    expect(await world.deps.db.prisma.operatorRole.count({ where: { userId: user } })).toBe(0)
  })

  test('CO-83: ends with the role, in a session that is still open', async () => {
    const { browser } = await world.signIn({ email: 'ending@example.test' })
    const id = await userIdOf('ending@example.test')
    await giveOperatorRole(world.deps, system, id, 'administrator')
    expect((await browser.go(`${world.issuer}/admin/operators`)).status).toBe(200)
    await takeOperatorRole(world.deps, system, id)
    const body = new URLSearchParams({ action: 'give', user: id, role: 'viewer', confirm: 'yes' }).toString()
    expect((await browser.go(`${world.issuer}/admin/operators`, { method: 'POST', body })).status).toBe(404)
    expect(await world.deps.db.prisma.operatorRole.count({ where: { userId: id } })).toBe(0)
  })
})
