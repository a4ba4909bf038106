import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { createResource } from '../src/flows/management/resources/resources.ts'
import { applyPermissions } from '../src/flows/management/rights/permissions.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { setTeamRoles } from '../src/flows/organizations/roles/team-roles.ts'
import { createTeam, updateTeam } from '../src/flows/organizations/teams.ts'
import { system } from '../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { findHeldRoles } from '../src/store/beyond-prisma/organizations/role-holders.ts'
import { accountOf, type Signed } from './support/account.ts'
import type { Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The pages of roles (docs/roles.md): owners and admins compose and give them, everybody reads why they may do something,
// and operators declare what there is. What the flows refuse is in roles.test.ts.

const api = 'https://api.example.test/orders'
const document = {
  permissions: {
    'invoice.read': { names: { en: 'See invoices', de: 'Rechnungen sehen' }, level: 'basic' },
    'invoice.approve': { names: { en: 'Approve invoices' } },
    'billing.close': { names: { en: 'Close the year' }, level: 'owner' },
    [`${api} orders:write`]: {},
  },
  roles: { billing: { names: { en: 'Billing' }, permissions: ['invoice.approve'] } },
}
const environment = {
  OPERATORS: 'root@example.test',
  CUSTOM_ROLES: 'on',
}
const texts = (page: Visited, selector: string): string[] =>
  page.html.querySelectorAll(selector).map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
const rows = (page: Visited) => texts(page, '.table tbody tr')
const main = (page: Visited) => texts(page, 'main').join(' ')

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      { ...environment, LIMIT_MAIL_PER_ADDRESS: '1000/1h', LIMIT_PER_NETWORK: '100000/1m' },
      { database },
    )
    at = accountOf(world)
    await createResource(world.deps, system, {
      ...{ resource: api, name: 'Orders', scopes: ['orders:write'], organization: 'required', permissions: true },
      scope_texts: { 'orders:write': { en: { name: 'Change orders' } } },
    })
  })
  beforeEach(() => declare(document))
  afterAll(() => world?.close())
  const declare = async (given: object) =>
    applyPermissions(world.deps, system, parsePermissionsDocument(JSON.stringify(given)), { allowRemoval: true })

  let count = 0
  /** An organization with an owner, an admin and a member, each in a browser. */
  const place = async () => {
    const [owner, admin, member] = [await at.byMail(), await at.byMail(), await at.byMail()]
    count += 1
    const by = { kind: 'operator', id: 'op', network: '::/48' } as const
    const id = await createOrganization(world.deps, by, owner.id, { name: `Place ${count}` })
    await addMember(world.deps, by, id, admin.id, ['admin'])
    await addMember(world.deps, by, id, member.id, ['member'])
    return { id, path: `/organizations/place-${count}`, owner, admin, member }
  }
  type Place = Awaited<ReturnType<typeof place>>
  const open = ({ browser }: Pick<Signed, 'browser'>, path: string) => browser.go(`${world.issuer}${path}`)
  /** A form whose check boxes are sent as a browser does, each by itself. */
  const post = ({ browser }: Pick<Signed, 'browser'>, path: string, fields: [string, string][]) =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
  const roleIn = (organizationId: string, key: string) =>
    world.deps.db.prisma.role.findFirstOrThrow({ where: { organizationId, key } })
  const held = async ({ id }: Place, person: Signed) => (await findHeldRoles(world.deps.db, id, person.id)).keys

  test('an owner makes a role, gives it, and reads who gains and loses before it changes and ends', async () => {
    const here = await place()
    const list = await open(here.owner, `${here.path}/roles`)
    expect(rows(list)).toEqual(['BillingOf this serverbilling10'])
    const form = await open(here.owner, `${here.path}/roles/new`)
    expect(texts(form, 'legend')).toEqual(['Applications', 'Orders'])
    expect(texts(form, '.choice')).toEqual([
      'See invoices invoice.read',
      'Approve invoices invoice.approve',
      'Close the year billing.close',
      'Change orders orders:write',
    ])
    const made = await post(here.owner, `${here.path}/roles`, [
      ['name', 'Approvers'],
      ['permission', 'invoice.approve'],
      ['permission', `${api} orders:write`],
    ])
    expect(main(made)).toContain('The role ⁨Approvers⁩ was created.'.replaceAll(/[⁨⁩]/g, ''))
    const { id, version } = await roleIn(here.id, 'org-approvers')
    await post(here.owner, `${here.path}/members/roles`, [
      ['user', here.member.id],
      ['role', 'member'],
      ['other_roles', 'yes'],
      ['other_role', id],
    ])
    expect(await held(here, here.member)).toEqual(['org-approvers'])
    expect(rows(await open(here.owner, here.path)).join()).toContain('Member, Approvers')
    const change: [string, string][] = [
      ['id', id],
      ['version', String(version)],
      ['name', 'Approvers'],
      ['permission', 'billing.close'],
    ]
    const asked = await post(here.owner, `${here.path}/roles/change`, change)
    expect(main(asked)).toContain('Members who gain permissions: 1')
    expect(main(asked)).toContain('Members who lose permissions: 1')
    const saved = await here.owner.browser.submit({ confirm: 'yes' })
    expect(main(saved)).toContain('was saved')
    expect(rows(saved)[0]).toContain('org-approvers11')
    const outdated = await post(here.owner, `${here.path}/roles/change`, [...change, ['confirm', 'yes']])
    expect(outdated.status).toBe(412)
    expect(main(await post(here.owner, `${here.path}/roles/delete`, [['id', id]]))).toContain('lose permissions: 1')
    await here.owner.browser.submit({ confirm: 'yes' })
    expect(await held(here, here.member)).toEqual([])
  })

  test('a change that nobody notices is not asked about, and a name stays in other languages', async () => {
    const here = await place()
    await post(here.owner, `${here.path}/roles`, [['name', 'Clerks']])
    const { id } = await roleIn(here.id, 'org-clerks')
    await world.deps.db.prisma.user.update({ where: { id: here.owner.id }, data: { locale: 'de' } })
    const page = await open(here.owner, `${here.path}/roles/${id}`)
    expect(texts(page, '.choice')[0]).toBe('Rechnungen sehen invoice.read')
    expect(page.html.querySelector('input[name=name]')?.getAttribute('value')).toBe('Clerks')
    await post(here.owner, `${here.path}/roles/change`, [
      ['id', id],
      ['version', '1'],
      ['name', 'Sachbearbeitung'],
    ])
    expect(JSON.parse((await roleIn(here.id, 'org-clerks')).settings)).toEqual({
      names: { en: 'Clerks', de: 'Sachbearbeitung' },
    })
  })

  test('RO-01, RO-06 an admin cannot tick what they do not hold, and a form that does so anyway is refused beside it', async () => {
    const here = await place()
    const form = await open(here.admin, `${here.path}/roles/new`)
    const disabled = form.html.querySelectorAll('input[name=permission][disabled]')
    expect(disabled.map((box) => box.getAttribute('value'))).toEqual(['billing.close'])
    const refused = await post(here.admin, `${here.path}/roles`, [
      ['name', 'Mine'],
      ['permission', 'billing.close'],
    ])
    expect(refused.status).toBe(422)
    expect(texts(refused, '.problem')).toEqual([expect.stringContaining('whose permissions you all have')])
    expect(refused.html.querySelector('input[name=name]')?.getAttribute('value')).toBe('Mine')
    expect(await world.deps.db.prisma.role.count({ where: { organizationId: here.id } })).toBe(0)
    await post(here.owner, `${here.path}/roles`, [
      ['name', 'Closers'],
      ['permission', 'billing.close'],
    ])
    const { id } = await roleIn(here.id, 'org-closers')
    const page = await open(here.admin, `${here.path}/roles/${id}`)
    expect(page.html.querySelector('main form')).toBeNull()
    expect(main(page)).toContain('Close the year')
    expect(
      (
        await post(here.admin, `${here.path}/roles/delete`, [
          ['id', id],
          ['confirm', 'yes'],
        ])
      ).status,
    ).not.toBe(200)
    expect(await roleIn(here.id, 'org-closers')).toBeTruthy()
    // Neither do they take it from those who have it by a form that has no box for it.
    await post(here.owner, `${here.path}/members/roles`, [
      ['user', here.member.id],
      ['role', 'member'],
      ['other_roles', 'yes'],
      ['other_role', id],
    ])
    await post(here.admin, `${here.path}/members/roles`, [['user', here.member.id]])
    expect(here.admin.browser.current?.html.querySelector(`input[value="${id}"]`)?.hasAttribute('disabled')).toBe(true)
    await here.admin.browser.submit({ role: 'member', confirm: 'yes' })
    expect(await held(here, here.member)).toEqual(['org-closers'])
  })

  test('RO-07 members see no roles of others, strangers nothing, and a role of another organization is none', async () => {
    const [here, there] = [await place(), await place()]
    await post(there.owner, `${there.path}/roles`, [['name', 'Theirs']])
    const { id } = await roleIn(there.id, 'org-theirs')
    for (const path of ['/roles', '/roles/new', `/roles/${id}`]) {
      expect((await open(here.member, `${here.path}${path}`)).status).toBe(403)
      expect((await open(there.owner, `${here.path}${path}`)).status).toBe(404)
    }
    expect((await open(here.owner, `${here.path}/roles/${id}`)).status).toBe(404)
    for (const form of ['change', 'delete'])
      expect(
        (
          await post(here.owner, `${here.path}/roles/${form}`, [
            ['id', id],
            ['name', 'x'],
          ])
        ).status,
      ).toBe(404)
    expect((await open(here.member, `${here.path}/members/${here.owner.id}/permissions`)).status).toBe(404)
    expect((await open(here.member, `${here.path}/members/${here.member.id}/permissions`)).status).toBe(200)
    expect((await open(here.owner, `${here.path}/members/${there.member.id}/permissions`)).status).toBe(404)
  })

  test('RO-03 a team gives roles unless every member may join it, and the page of a member says why they may', async () => {
    const here = await place()
    const owner = { kind: 'user', id: here.owner.id, network: '::/48' } as const
    const team = await createTeam(world.deps, owner, here.id, { name: 'Finance' })
    const billing = (await roleIn('', 'billing')).id
    await world.deps.db.prisma.user.update({ where: { id: here.owner.id }, data: { givenName: 'Olga' } })
    const asked = await post(here.owner, `${here.path}/teams/roles`, [['team', team]])
    expect(texts(asked, 'h1')).toEqual(['Roles: Finance'])
    const saved = await here.owner.browser.submit({ other_role: billing, confirm: 'yes' })
    expect(main(saved)).toContain('Roles: Billing')
    await post(here.owner, `${here.path}/teams/add`, [
      ['team', team],
      ['user', here.member.id],
    ])
    const own = (await open(here.member, here.path)).html.querySelectorAll('a[href$="/permissions"]')
    expect(own.map((link) => link.getAttribute('href'))).toEqual([`${here.path}/members/${here.member.id}/permissions`])
    const why = await open(here.member, `${here.path}/members/${here.member.id}/permissions`)
    expect(texts(why, '.rows > li')).toEqual([
      expect.stringMatching(/^Approve invoices invoice\.approve ?Billing · Team: Finance · Given by: Olga · /),
      expect.stringMatching(/^See invoices invoice\.read ?Member$/),
    ])
    const opened = await post(here.owner, `${here.path}/teams/open`, [
      ['team', team],
      ['open', 'yes'],
    ])
    expect(texts(opened, '.problem')).toEqual([expect.stringContaining('This team has roles')])
    const other = await createTeam(world.deps, owner, here.id, { name: 'Open' })
    await updateTeam(world.deps, owner, here.id, other, { open: true })
    const refused = await post(here.owner, `${here.path}/teams/roles`, [['team', other]])
    expect(refused.status).toBe(422)
    expect(texts(refused, '.problem')).toEqual([expect.stringContaining('cannot have roles')])
  })

  test('RO-04 who makes a team gives it no roles, whatever else their form has', async () => {
    const here = await place()
    const billing = (await roleIn('', 'billing')).id
    const fields: [string, string][] = [
      ['other_roles', 'yes'],
      ['other_role', billing],
    ]
    await post(here.member, `${here.path}/teams`, [['team_name', 'Mine'], ...fields])
    const { id } = await world.deps.db.prisma.team.findFirstOrThrow({ where: { organizationId: here.id } })
    const answer = await post(here.member, `${here.path}/teams/roles`, [['team', id], ['confirm', 'yes'], ...fields])
    expect(answer.status).toBe(403)
    expect(await held(here, here.member)).toEqual([])
  })

  test('an owner decides whether admins give a role, and an admin is not asked', async () => {
    const here = await place()
    const asked = (page: Visited) => page.html.querySelector('select[name=assignable_by]')
    expect(asked(await open(here.owner, `${here.path}/roles/new`))).not.toBeNull()
    expect(asked(await open(here.admin, `${here.path}/roles/new`))).toBeNull()
    await post(here.owner, `${here.path}/roles`, [
      ['name', 'Approvers'],
      ['permission', 'invoice.approve'],
      ['assignable_by', 'owner'],
    ])
    const { id, version } = await roleIn(here.id, 'org-approvers')
    const page = `${here.path}/roles/${id}`
    expect(texts(await open(here.owner, page), 'select[name=assignable_by] option[selected]')).toEqual(['Owners'])
    expect(main(await open(here.admin, page))).toMatch(/Who can give it\s*Owners/)
    const give = (who: Signed) =>
      post(who, `${here.path}/members/roles`, [
        ['user', here.member.id],
        ['role', 'member'],
        ['other_roles', 'yes'],
        ['other_role', id],
      ])
    await give(here.admin)
    expect(await held(here, here.member)).toEqual([])
    const change = (who: Signed, assignableBy: string) =>
      post(who, `${here.path}/roles/change`, [
        ['id', id],
        ['version', String(version)],
        ['name', 'Approvers'],
        ['permission', 'invoice.approve'],
        ['assignable_by', assignableBy],
      ])
    expect((await change(here.admin, 'admin')).status).toBe(422)
    expect((await change(here.owner, 'nobody')).status).toBe(422)
    expect((await roleIn(here.id, 'org-approvers')).assignableBy).toBe('owner')
    await change(here.owner, 'admin')
    expect((await roleIn(here.id, 'org-approvers')).assignableBy).toBe('admin')
    await give(here.admin)
    expect(await held(here, here.member)).toEqual(['org-approvers'])
  })

  test('the list of members is narrowed to those who hold a role, by themselves or by a team', async () => {
    const here = await place()
    const billing = (await roleIn('', 'billing')).id
    const list = (who: Signed, role: string) => open(who, `${here.path}?role=${role}`)
    const options = (page: Visited) => texts(page, 'select[name=role] option')
    expect(options(await list(here.owner, ''))).toContain('Billing')
    // A member reads who is an owner or admin, and not who holds what.
    expect(options(await list(here.member, ''))).not.toContain('Billing')
    expect(rows(await list(here.owner, 'billing'))).toHaveLength(0)
    await post(here.owner, `${here.path}/members/roles`, [
      ['user', here.member.id],
      ['role', 'member'],
      ['other_roles', 'yes'],
      ['other_role', billing],
    ])
    expect(rows(await list(here.owner, 'billing'))).toHaveLength(1)
    expect(rows(await list(here.member, 'billing'))).toHaveLength(3)
    const team = await createTeam(world.deps, { kind: 'user', id: here.owner.id, network: '' }, here.id, { name: 'T' })
    await setTeamRoles(world.deps, { kind: 'user', id: here.owner.id, network: '' }, here.id, team, ['billing'])
    expect(rows(await list(here.owner, 'billing'))).toHaveLength(2)
    const other = await place()
    expect(rows(await open(other.owner, `${other.path}?role=billing`))).toHaveLength(0)
  })

  test('an invitation gives the roles that were ticked, and no others', async () => {
    const here = await place()
    await post(here.owner, `${here.path}/roles`, [
      ['name', 'Closers'],
      ['permission', 'billing.close'],
    ])
    const form = await open(here.admin, `${here.path}/members/invite`)
    expect(form.html.querySelectorAll('input[name=other_role]').map((box) => box.getAttribute('value'))).toEqual([
      'billing',
    ])
    const invite = (other: string, email: string) =>
      post(here.admin, `${here.path}/members/invite`, [
        ['addresses', email],
        ['role', 'member'],
        ['other_role', other],
      ])
    await invite('billing', `invited${count}@example.test`)
    const { roleIds } = await world.deps.db.prisma.invitation.findFirstOrThrow({ where: { organizationId: here.id } })
    expect(roleIds).toBe((await roleIn('', 'billing')).id)
    expect(rows(await open(here.admin, `${here.path}/invitations`))[0]).toContain('Member, Billing')
    expect(main(await invite('org-closers', `other${count}@example.test`))).toContain('a role that you cannot give')
    expect(await world.deps.db.prisma.invitation.count({ where: { organizationId: here.id } })).toBe(1)
  })

  test('an operator declares permissions after reading who loses what, and lets one organization make no roles', async () => {
    const here = await place()
    const billing = (await roleIn('', 'billing')).id
    await post(here.owner, `${here.path}/members/roles`, [
      ['user', here.member.id],
      ['role', 'member'],
      ['other_roles', 'yes'],
      ['other_role', billing],
    ])
    const root = await at.byMail('root@example.test')
    const approve = (page: Visited) => rows(page).find((row) => row.includes('invoice.approve'))
    expect(approve(await open(root, '/admin/permissions'))).toMatch(
      /^Approve invoicesinvoice\.approveApplicationsAdmins and owners\d+[1-9]$/,
    )
    expect(rows(await open(root, '/admin/roles'))[0]).toMatch(/^Billingbillinginvoice\.approveAdmins and owners[1-9]/)
    const edit = await open(root, '/admin/permissions/edit')
    const text = edit.html.querySelector('textarea')?.text ?? ''
    expect(JSON.parse(text.replaceAll('&quot;', '"'))).toEqual(document)
    const send = (given: string, more: [string, string][] = []) =>
      post(root, '/admin/permissions/edit', [['document', given], ...more])
    expect(main(await send(JSON.stringify(document)))).toContain('This changes nothing.')
    const mistake = await send('{ "permissions": { "UPPER": {} } }')
    expect(mistake.status).toBe(422)
    expect(texts(mistake, '.problem')[0]).toContain('permissions "UPPER" is no name')
    const smaller = JSON.stringify({ permissions: { 'invoice.read': document.permissions['invoice.read'] } })
    const asked = await send(smaller)
    expect(rows(asked)).toContainEqual(expect.stringMatching(/^− invoice\.approve[1-9]\d+/))
    // Not by a form that shows nothing of it.
    expect(texts(await send(smaller, [['confirm', 'yes']]), 'h1')).toEqual(['Make these changes?'])
    await root.browser.submit({ confirm: 'yes' })
    expect(rows(await open(root, '/admin/permissions'))).toHaveLength(1)
    expect(await held(here, here.member)).toEqual([])
    await declare(document)
    await post(root, `/admin/organizations/${here.id}`, [
      ['action', 'custom-roles'],
      ['custom_roles', 'off'],
    ])
    const list = await open(here.owner, `${here.path}/roles`)
    expect(main(list)).toContain('The operators of this server decide which roles there are.')
    expect(list.html.querySelector('a[href$="/roles/new"]')).toBeNull()
    expect((await open(here.owner, `${here.path}/roles/new`)).status).toBe(404)
  })

  test('an operator who only reads declares nothing', async () => {
    const viewer = await at.byMail()
    await giveOperatorRole(world.deps, system, viewer.id, 'support')
    expect((await open(viewer, '/admin/permissions')).html.querySelector('a[href$="/edit"]')).toBeNull()
    expect((await open(viewer, '/admin/permissions/edit')).status).toBe(403)
    expect((await post(viewer, '/admin/permissions/edit', [['document', '{}']])).status).toBe(403)
    expect(world.deps.permissions.declared).toHaveLength(4)
  })

  test('where nothing is declared, organizations have no page about it', async () => {
    const here = await place()
    await declare({})
    const page = await open(here.owner, here.path)
    const links = page.html.querySelectorAll('a').map((link) => link.getAttribute('href'))
    expect(links.filter((href) => /\/(roles|permissions)$/.test(href ?? ''))).toEqual([])
    for (const path of ['/roles', '/roles/new', `/members/${here.owner.id}/permissions`])
      expect((await open(here.owner, `${here.path}${path}`)).status).toBe(404)
  })
})
