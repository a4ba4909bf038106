import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareField, removeField } from '../src/flows/management/fields/fields.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { system } from '../src/flows/platform/audit.ts'
import { parseField } from '../src/oidc/fields/declaration.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// Fields that organizations have to have, and that their members have to answer.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
    at = accountOf(world)
  })
  afterAll(() => world?.close())

  const declare = (given: Record<string, unknown>) =>
    declareField(world.deps, system, { type: 'text', names: { en: `The ${given.key}` }, ...given })
  const main = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
  const problemOf = (browser: PlainBrowser, key: string) =>
    browser.current?.html.querySelector(`[id="fields.${key}-problem"]`)?.text ?? ''
  const codeOf = (browser: PlainBrowser) => browser.current?.callback?.searchParams.get('code') ?? ''
  const organizationNamed = (name: string) => world.deps.db.prisma.organization.findFirst({ where: { name } })
  const valuesOf = (stored: string | null | undefined) => JSON.parse(stored ?? '{}')

  test('whoever is asked for what is required has to be able to write it', () => {
    const faultsOf = (given: Record<string, unknown>) =>
      parseField({ key: 'aa', type: 'text', names: { en: 'A' }, ...given }).faults.map(({ member }) => member)
    const owner = { reads: ['owner'], writes: ['owner'] }
    const person = { reads: ['person'], writes: ['person'] }
    for (const required of ['sign-up', 'always']) {
      expect(faultsOf({ of: 'organization', required, ...owner })).toEqual([])
      expect(faultsOf({ of: 'organization', required })).toEqual(['required'])
      expect(faultsOf({ of: 'membership', required, ...owner })).toEqual(['required'])
    }
    expect(faultsOf({ of: 'membership', required: 'always', ...person })).toEqual([])
    expect(faultsOf({ of: 'membership', required: 'sign-up', ...person })).toEqual(['required'])
  })

  test('whoever makes an organization says what is required of it, wherever they make it', async () => {
    const old = await world.signIn()
    await declare({ key: 'vat', of: 'organization', required: 'sign-up', reads: ['owner'], writes: ['owner'] })
    // In their account.
    const { browser } = old
    await browser.go(`${world.issuer}/account/organizations`)
    expect(main(browser)).toContain('The vat')
    for (const vat of ['', '\u200b', 'x'.repeat(201)]) {
      await browser.submit({ organization_name: 'Looms', 'fields.vat': vat })
      expect(browser.current?.status).toBe(422)
      expect(problemOf(browser, 'vat')).toBeTruthy()
    }
    expect(await organizationNamed('Looms')).toBeNull()
    await browser.submit({ organization_name: 'Looms', 'fields.vat': 'GB 1' })
    expect(valuesOf((await organizationNamed('Looms'))?.fields)).toEqual({ vat: 'GB 1' })
    // While they sign up.
    const fresh = world.browser()
    await world.authorize(fresh)
    await fresh.submit({ email: 'maker@example.test' })
    await fresh.submit({ code: await nextCode(world.mailbox, 'maker@example.test') })
    await fresh.submit({ accept_terms: 'yes' })
    await fresh.submit({ given_name: 'Grace' })
    await fresh.submit({ organization_name: 'Compilers' })
    expect(fresh.current?.status).toBe(422)
    expect(problemOf(fresh, 'vat')).toBeTruthy()
    expect(await organizationNamed('Compilers')).toBeNull()
    await fresh.submit({ organization_name: 'Compilers', 'fields.vat': 'US 2' })
    expect(valuesOf((await organizationNamed('Compilers'))?.fields)).toEqual({ vat: 'US 2' })
    // No entrance for people goes around it, and operators may leave it to the owners.
    const id = await at.idOf('maker@example.test')
    const actor = { kind: 'user', id, network: '::/48' } as const
    await expect(createOrganization(world.deps, actor, id, { name: 'Around' })).rejects.toMatchObject({
      field: 'fields.vat',
      problem: 'required',
    })
    await createOrganization(world.deps, operator, id, { name: 'Given' })
    // What is required of new ones stops nobody who acts for an older one.
    const { slug: older = '' } = (await organizationNamed(old.person.organization)) ?? {}
    await world.authorize(browser, { organization: older })
    expect(codeOf(browser)).toBeTruthy()
    await removeField(world.deps, system, 'organization.vat')
  })

  test('FI-14: owners and members are asked at their next sign-in for the organization, and nothing that runs is stopped', async () => {
    const owner = await world.signIn()
    const organization = await organizationNamed(owner.person.organization)
    const { id = '', slug = '' } = organization ?? {}
    const before = await world.redeem(owner.code)
    const member = await at.byMail()
    await addMember(world.deps, operator, id, member.id, ['member'])
    await declare({ key: 'industry', of: 'organization', required: 'always', reads: ['owner'], writes: ['owner'] })
    await declare({
      ...{ key: 'industry', of: 'membership', required: 'always', reads: ['person', 'owner'], writes: ['person'] },
      names: { en: 'Your trade' },
    })
    await declare({
      ...{ key: 'later', of: 'membership', required: 'always', since: '2199-01-01' },
      ...{ reads: ['person'], writes: ['person'] },
    })
    const refresh = { grant_type: 'refresh_token', refresh_token: before.body.refresh_token }
    expect((await world.token(refresh, webAuth)).status).toBe(200)
    const silent = await world.authorize(owner.browser, { prompt: 'none', organization: slug })
    expect(silent.callback?.searchParams.get('error')).toBe('interaction_required')

    // The owner says it of the organization first, and then of themselves: the fields have the same key.
    const { browser } = owner
    await world.authorize(browser, { organization: slug })
    expect(browser.current?.html.querySelector('h1')?.text).toBe(`Details for ${owner.person.organization}`)
    expect(main(browser)).toContain('The industry')
    expect(main(browser)).not.toContain('Your trade')
    const page = browser.current?.location ?? ''
    await browser.submit({})
    expect(browser.current?.status).toBe(422)
    expect(problemOf(browser, 'industry')).toContain('Fill in')
    // A form of the members is no answer for the organization.
    const stale = new URLSearchParams({ of: 'membership', fields: 'industry', 'fields.industry': 'Wrong' })
    await browser.go(page, { method: 'POST', body: stale.toString() })
    await browser.submit({ 'fields.industry': 'Engines' })
    expect(main(browser)).toContain('Your trade')
    expect(main(browser)).toContain('Also seen by owners and admins')
    expect(main(browser)).not.toContain('later')
    await browser.submit({ 'fields.industry': 'Poetry' })
    expect(codeOf(browser)).toBeTruthy()
    const found = async (userId: string) =>
      valuesOf((await world.deps.db.prisma.membership.findFirst({ where: { userId, organizationId: id } }))?.fields)
    expect(valuesOf((await organizationNamed(owner.person.organization))?.fields)).toEqual({ industry: 'Engines' })
    expect(await found(await at.idOf(owner.person.email))).toEqual({ industry: 'Poetry' })
    const again = await world.authorize(browser, { prompt: 'none', organization: slug })
    expect(again.callback?.searchParams.get('code')).toBeTruthy()

    // A member answers for themselves, and is never asked for the organization.
    await world.authorize(member.browser, { organization: slug })
    await member.browser.submit({ accept_terms: 'yes' })
    await member.browser.submit({ given_name: 'Mary' })
    expect(main(member.browser)).toContain('Your trade')
    await member.browser.submit({ 'fields.industry': 'Weaving' })
    expect(codeOf(member.browser)).toBeTruthy()
    expect(await found(member.id)).toEqual({ industry: 'Weaving' })

    // Both can be changed and not taken back.
    const post = (path: string, pairs: Record<string, string>) =>
      browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(pairs).toString() })
    const empty = { fields: 'industry', 'fields.industry': '' }
    expect((await post('/account/fields', { ...empty, organization: id })).status).toBe(422)
    expect((await post(`/organizations/${slug}/settings/fields`, empty)).status).toBe(422)
    // An event names the keys.
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { organizationId: id } })
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['organization.fields_changed', 'member.fields_changed']),
    )
  })
})
