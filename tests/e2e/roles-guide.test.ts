import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../apps/server/src/flows/organizations/members/member-roles.ts'
import { findHeldRoles } from '../../apps/server/src/store/beyond-prisma/organizations/role-holders.ts'
import { accountOf } from '../../apps/server/test/support/account.ts'
import { claimsOf, openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blocksOf } from '../repo/docs-blocks.ts'

// docs/roles.md as it is written: its documents and variables start a server, and a member is refused, is given a role on the
// pages, and may.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-roles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blockOf = (heading: string, language: string): string => {
  const block = blocksOf('docs/roles.md').find((found) => found.heading === heading && found.language === language)
  if (!block) throw new Error(`docs/roles.md has no ${language} under "${heading}"`)
  return block.text
}
/** The variables of a block. A file that it names is the document of the same heading. */
function environmentOf(heading: string): Record<string, string> {
  const file = join(folder, `${heading.replaceAll(' ', '-')}.json`)
  writeFileSync(file, blockOf(heading, 'json'))
  const lines = blockOf(heading, 'sh').trim().split('\n')
  return {
    ...Object.fromEntries(lines.map((line) => line.split('=') as [string, string])),
    PERMISSIONS_FILE: file,
    PASSKEY_NUDGE: 'off',
  }
}

/** An organization with its owner and a member, who have signed in to the application once. */
async function openPlace(world: TestWorld) {
  const owner = await world.signIn({ organization: 'Engines' })
  const member = await world.signIn({ organization: 'Elsewhere' })
  const at = accountOf(world)
  const { id, slug } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
  const userId = await at.idOf(member.person.email)
  await addMember(world.deps, { kind: 'operator', id: 'op', network: '::/48' }, id, userId, ['member'])
  const post = (path: string, fields: [string, string][]) =>
    owner.browser.go(`${world.issuer}/organizations/${slug}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
    })
  /** The answer to a sign-in of the member for the organization. */
  const signIn = async (params: Record<string, string>) => {
    const { callback } = await world.authorize(member.browser, { organization: id, ...params })
    const { resource } = params
    return (await world.redeem(callback?.searchParams.get('code') ?? '', resource ? { resource } : {})).body
  }
  return { id, slug, userId, owner, member, post, signIn }
}

describe('the roles of the guide', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({
      ...environmentOf('Declare them'),
      CUSTOM_ROLES: 'on',
      OIDC_CLIENT_ID_6: 'backoffice',
      OIDC_CLIENT_6_SECRET: 'backoffice-secret-0123456789',
      OIDC_CLIENT_6_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_6_SCOPES: 'roles:write',
    })
  })
  afterAll(() => world?.close())

  test('a member may not approve, an owner makes a role on the pages and gives it, and then they may', async () => {
    const { id, slug, userId, owner, member, post, signIn } = await openPlace(world)
    const scope = 'openid permissions organization'
    const before = await signIn({ scope })
    expect(claimsOf(before.id_token).permissions).toEqual(['invoice.read'])
    const list = await owner.browser.go(`${world.issuer}/organizations/${slug}/roles`)
    expect(list.html.querySelector('.table tbody')?.text).toContain('Billing')
    await owner.browser.go(`${world.issuer}/organizations/${slug}/roles/new`)
    await owner.browser.submit({ name: 'Approvers', permission: 'invoice.approve' })
    const role = await world.deps.db.prisma.role.findFirstOrThrow({ where: { organizationId: id } })
    expect(role.key).toBe('org-approvers')
    await post('/members/roles', [['user', userId]])
    await owner.browser.submit({ role: 'member', other_role: role.id, confirm: 'yes' })
    expect(await (await world.userinfo(before.access_token)).json()).toMatchObject({
      permissions: ['invoice.read', 'invoice.approve'],
    })
    expect(claimsOf((await signIn({ scope })).id_token).permissions).toEqual(['invoice.read', 'invoice.approve'])
    const why = await member.browser.go(`${world.issuer}/organizations/${slug}/members/${userId}/permissions`)
    expect(why.html.querySelector('main')?.text).toMatch(/Approve invoices[\s\S]*Approvers · Given by: /)
    // By the management API, as well.
    const credentials = ['backoffice', 'backoffice-secret-0123456789'] as [string, string]
    const { body } = await world.token({ grant_type: 'client_credentials' }, { basic: credentials })
    const put = await fetch(`${world.issuer}/api/v1/organizations/${id}/members/${userId}/roles`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ roles: ['billing', 'org-approvers'] }),
    })
    expect(put.status).toBe(204)
    expect((await findHeldRoles(world.deps.db, id, userId)).keys).toEqual(['billing', 'org-approvers'])
    await post('/members/roles', [['user', userId]])
    await owner.browser.submit({ role: 'member', confirm: 'yes', other_role: role.id })
    const asked = await post('/roles/delete', [['id', role.id]])
    expect(asked.html.querySelector('main')?.text).toContain('Members who lose permissions: 1')
    await owner.browser.submit({ confirm: 'yes' })
    expect(await (await world.userinfo(before.access_token)).json()).toMatchObject({ permissions: ['invoice.read'] })
  })
})

describe('the scopes of an API of the guide', () => {
  let world: TestWorld
  beforeAll(async () => {
    const environment = environmentOf('Scopes of an API')
    world = await openTestWorld({
      ...environment,
      OIDC_CLIENT_0_SCOPES: `openid,profile,email,organization,${environment.OIDC_RESOURCE_0_SCOPES}`,
      OIDC_CLIENT_0_AUDIENCES: environment.OIDC_RESOURCE_0,
    })
  })
  afterAll(() => world?.close())

  test('a token has what the member holds, and nothing more while their sign-in is too weak for it', async () => {
    const { userId, owner, post, signIn } = await openPlace(world)
    const resource = 'https://api.example.com/orders'
    const request = { scope: 'openid orders:read orders:write', resource }
    expect((await signIn(request)).scope).toBe('openid orders:read')
    const shipping = await world.deps.db.prisma.role.findFirstOrThrow({ where: { key: 'shipping' } })
    await post('/members/roles', [['user', userId]])
    await owner.browser.submit({ role: 'member', other_role: shipping.id, confirm: 'yes' })
    // They hold it, and signed in by mail.
    expect((await signIn(request)).scope).toBe('openid orders:read')
  })
})
