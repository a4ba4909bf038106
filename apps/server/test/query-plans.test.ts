import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnImpersonations } from '../src/flows/account/impersonations.ts'
import { endDueImpersonations } from '../src/flows/identity/impersonations.ts'
import { updatePerson } from '../src/flows/management/directory.ts'
import { declareField } from '../src/flows/management/fields/fields.ts'
import { removeClientRule, setClientRule } from '../src/flows/management/registration/client-rules.ts'
import { createInitialAccessToken } from '../src/flows/management/registration/initial-access-tokens.ts'
import { listSeenDocuments } from '../src/flows/management/registration/seen-documents.ts'
import { liftLimits } from '../src/flows/management/sign-in-limits.ts'
import { viewOrganization } from '../src/flows/organizations/access.ts'
import { setRoles } from '../src/flows/organizations/members/member-roles.ts'
import { makeRole } from '../src/flows/organizations/roles/own-roles.ts'
import { explainMember, listRoles, previewRole } from '../src/flows/organizations/roles/role-lists.ts'
import { exportTermsAcceptances } from '../src/flows/organizations/terms/terms.ts'
import { publishTerms, saveTermsDraft, withdrawTerms } from '../src/flows/organizations/terms/terms-publishing.ts'
import { system } from '../src/flows/platform/audit.ts'
import { noteDocumentUse } from '../src/flows/platform/clients/client-documents.ts'
import { noteRegisteredUse } from '../src/flows/platform/clients/registration-sweep.ts'
import { PeopleIndex } from '../src/flows/platform/people-index.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import type { Person } from '../src/oidc/claims.ts'
import { openPolicy } from '../src/oidc/dynamic-clients/registration.ts'
import { namesOfClient } from '../src/oidc/dynamic-clients/third-party-clients.ts'
import { countNewestValues, findHavingValues, findSubjects } from '../src/store/beyond-prisma/fields.ts'
import { endConnections, findConnectionOf } from '../src/store/beyond-prisma/organizations/connected-applications.ts'
import { findOwners, sortMembers } from '../src/store/beyond-prisma/organizations/member-search.ts'
import { indexExisting, isIndexComplete } from '../src/store/beyond-prisma/people/person-search.ts'
import { redeemPhoneChallenge } from '../src/store/beyond-prisma/people/phone-challenges.ts'
import { queueState } from '../src/store/beyond-prisma/queue.ts'
import { findAttemptsAt, findAttemptsOf } from '../src/store/beyond-prisma/sign-in-log.ts'
import { findApiKey } from '../src/store/hot/api-keys.ts'
import { findClientDocument, putClientDocument } from '../src/store/hot/client-documents.ts'
import { countConnections, findAcceptances, findConnectionAcceptance } from '../src/store/hot/connected-applications.ts'
import { findAllConsents, findConsents } from '../src/store/hot/consents.ts'
import { findMember } from '../src/store/hot/people.ts'
import { listUsers } from '../src/store/prisma/directory.ts'
import {
  allowImpersonation,
  confirmImpersonation,
  endImpersonation,
  findRunningOfOperator,
} from '../src/store/prisma/impersonations.ts'
import { exportPerson } from '../src/store/prisma/people.ts'
import { changeStore } from './support/change-store.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// What one request does must not grow with the number of people: no statement of the server reads a whole table that
// grows. SQLite tells its plans, and takes no statistics into account, so an empty table shows what a full one would.

const prepare = DatabaseSync.prototype.prepare
const scans = new Map<string, string>()
let watching = false
/** Nothing here grows with people, or it is a listing in the order of its key, a page at a time. */
const small =
  /^SCAN (main\.)?(signing_key|schema_migration|sqlite_schema|outbox_message|audit_event USING (COVERING )?INDEX audit_event_waiting|organization USING INDEX organization_requires_sso|webhook_endpoint|webhook_delivery USING (COVERING )?INDEX webhook_delivery_waiting|terms_version|json_each|CONSTANT|\()/
const made = /^SCAN (found|held|attempt|way\d|named|slugged|sub|t\d+|\d+)\b/
/** A page of a list in the order of an index: what is read ends with its limit. */
const list = /FROM user_account u\s[\s\S]*ORDER BY [\s\S]* LIMIT \d+$/
const page =
  /(WHERE 1=1 )?ORDER BY `main`\.`(user_account|organization|registered_client|initial_access_token)`\.`id` (ASC|DESC) LIMIT \? OFFSET \?$/

beforeAll(() => {
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    if (watching && !scans.has(sql) && /^\s*(SELECT|UPDATE|DELETE|INSERT)/i.test(sql)) {
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
      const wrong = plan
        .map(({ detail }) => detail)
        .filter((one) => /^SCAN /.test(one) && !small.test(one) && !made.test(one))
      const sorted = plan.some(({ detail }) => /USE TEMP B-TREE/.test(detail))
      scans.set(sql, page.test(sql) || (list.test(sql) && !sorted) ? '' : wrong.join('; '))
    }
    return prepare.call(this, sql, ...rest)
  }
})
afterAll(() => {
  DatabaseSync.prototype.prepare = prepare
})

let world: TestWorld
beforeAll(async () => {
  watching = true
  world = await openTestWorld({
    OPERATORS: 'operator@example.test',
    IMPERSONATION: 'notice',
    REGISTRATION: 'open',
    OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
    CUSTOM_ROLES: 'on',
    WEBHOOK_URL: 'http://127.0.0.1:9/hook',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    SMS_URL: 'http://127.0.0.1:9/send',
    SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    OIDC_CLIENT_ID_7: 'admin',
    OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: 'users:read,organizations:read,members:read,audit:read',
  })
})
afterAll(() => world.close())

test('no statement reads a whole table that grows', async () => {
  // ST-19
  // A person signs in, their tokens are used, refreshed and revoked, and their pages looked at.
  const { browser, code, person } = await world.signIn({ email: 'operator@example.test' })
  const { body } = await world.redeem(code)
  await world.userinfo(body.access_token)
  const refreshed = await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)
  const send = async (path: string) =>
    fetch(`${world.issuer}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${btoa('machine:machine-secret-0123456789')}`,
      },
      body: `token=${refreshed.body.access_token}`,
    })
  await send('/introspect')
  await send('/revoke')
  // Organizations without terms of their own: nobody asks for any.
  expect([...scans.keys()].filter((sql) => sql.includes('organization_terms'))).toEqual([])
  watching = false
  const [organization] = (await world.deps.db.sql.read('SELECT slug FROM organization', [])) as { slug: string }[]
  const [user] = (await world.deps.db.sql.read('SELECT user_id FROM email', [])) as { user_id: string }[]
  watching = true
  const pages = ['', '/sessions', '/applications', '/passkeys', '/data', '/organizations', '/addresses']
    .map((page) => `/account${page}`)
    .concat(
      [
        '',
        '?sort=newest&query=ada',
        '/teams',
        '/invitations?query=a',
        '/requests',
        '/settings',
        '/domains',
        '/applications',
        '/theme',
        '/audit',
      ].map((page) => `/organizations/${organization?.slug}${page}`),
    )
    .concat([
      '/admin',
      '/admin/organizations',
      '/admin/organizations?query=ana',
      '/admin/organizations?sort=newest&state=active',
      '/admin/organizations?sort=oldest',
      '/admin/organizations?state=deleted',
      `/admin/organizations/${organization?.slug}`,
      `/admin/organizations/${organization?.slug}/members?sort=role`,
      '/admin?days=90',
      '/admin/applications',
      '/admin/applications/web',
      '/admin/registered-clients',
      '/admin/initial-access-tokens',
      '/account/applications',
      '/admin/resources',
      '/admin/resources/new',
      '/admin/themes',
      '/admin/themes?query=ana',
      '/admin/themes?after_client=a',
      '/admin/themes/instance',
      '/admin/themes/clients/web',
      '/admin/themes/instance/texts',
      '/admin/themes/instance/preview?page=code',
      '/admin/terms',
      '/admin/audit',
      `/admin/why?address=${person.email}`,
      '/admin/mail',
      '/admin/mail?outcome=sent',
      '/admin/mail?kind=notice',
      '/admin/mail?address=ada@example.test',
      '/admin/webhooks',
      '/admin/webhooks/environment',
      '/admin/webhooks/environment?state=failed',
    ])
    .concat(
      ['by=ada@example.test', 'about=x', 'organization=x', 'event=user.created', 'event=group:people', 'result=refused']
        .concat(['result=ok', 'from=2026-01-01', 'by=x&event=group:people', 'event=group:people&result=refused'])
        .map((filters) => `/admin/audit?${filters}`),
    )
    .concat(
      ['query=ada', 'query=ada+love&sort=name', 'query=ada&sort=last-sign-in', 'sort=name', 'sort=last-sign-in']
        .concat(['sort=oldest', 'sort=oldest&state=disabled', 'sort=oldest&sign_in=never'])
        .concat(['state=disabled', 'state=active', 'sign_in=7-days', 'sign_in=not-90-days', 'sign_in=never'])
        .concat([
          `organization=${organization?.slug}`,
          `organization=${organization?.slug}&state=active&sign_in=30-days`,
        ])
        .concat(['state=disabled&sign_in=never', 'state=active&sort=name'])
        .map((filters) => `/admin/people?${filters}`),
    )
    .concat([`/admin/people/${user?.user_id}`, '/admin/keys', '/admin/health'])
    .concat(['ada', person.email, 'ada love', 'nothing-of-this', user?.user_id ?? ''].map((q) => `/admin/find?q=${q}`))
    .concat(['/admin/people', '/admin/organizations', '/admin/organizations?query=ana', '/admin/audit'])
  for (const path of pages) expect((await browser.go(`${world.issuer}${path}`)).status, path).toBe(200)

  // A number is verified, or not, and removed.
  const phoneForms: [path: string, fields: Record<string, string>][] = [
    ['/account/phone', { phone: '+4930123456' }],
    ['/account/phone/confirm', { code: '000000' }],
    ['/account/phone/remove', {}],
  ]
  for (const [path, fields] of phoneForms)
    await browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
  await changeStore(world.deps, (tx) =>
    redeemPhoneChallenge(tx, { userId: user?.user_id ?? '', codeDigest: 'x', now: world.deps.now() }),
  )
  // The organization has terms of its own: its members put them off, and accept them.
  const terms = `/organizations/${organization?.slug}/terms`
  const view = await viewOrganization(world.deps, system, organization?.slug ?? '')
  const graceUntil = new Date(world.deps.now().getTime() + 86_400_000)
  await saveTermsDraft(world.deps, system, view.organization.id, { text: 'Terms', graceUntil }, '')
  world.pass(1000)
  await publishTerms(world.deps, system, view.organization.id, { text: 'Terms', graceUntil })
  for (const decision of ['later', undefined]) {
    world.pass(1)
    if (!decision) await publishTerms(world.deps, system, view.organization.id, { text: 'New', graceUntil })
    await world.authorize(browser, { scope: 'openid organization' })
    await browser.submit(decision ? { decision } : { accept_terms: 'yes' })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
  }
  await exportTermsAcceptances(world.deps, system, view, 2)
  for (const path of [terms, `${terms}?before=2`, `${terms}?version=2`, `${terms}?version=2&query=ada`])
    expect((await browser.go(`${world.issuer}${path}`)).status, path).toBe(200)

  // Clients call the management API, for everybody and for one organization.
  const basic: [string, string] = ['admin', 'admin-secret-0123456789']
  for (const more of [{}, { organization: organization?.slug }]) {
    const token = (await world.token({ grant_type: 'client_credentials', ...more }, { basic })).body.access_token
    for (const path of [
      '/users',
      '/users?query=ad',
      '/users?sort=newest',
      `/users?email=${person.email}`,
      '/organizations?query=a',
      `${terms}/2/acceptances?query=ada`,
      '/audit-events',
    ]) {
      const answer = await fetch(`${world.issuer}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })
      expect(answer.status, path).toBe(200)
    }
  }

  // An organization makes a role, and looks at who has it, and why.
  const role = await makeRole(world.deps, system, view.organization.id, { key: 'org-plans', permissions: [] })
  const holder = user?.user_id ?? ''
  await setRoles(world.deps, system, view.organization.id, holder, { others: [role] })
  await listRoles(world.deps, { kind: 'user', id: holder, network: '::/48' }, { ...view, roles: ['admin'] })
  await previewRole(world.deps, view, role, [])
  await explainMember(world.deps, view, holder)

  // Somebody connects a dynamic client, and it is ended.
  const { db } = world.deps
  const connection = { userId: user?.user_id ?? '', clientId: 'https://a.example/c', organizationId: 'o' }
  await findConsents(db, connection.userId, connection.clientId)
  await findAllConsents(db, connection.userId)
  await findAcceptances(db, connection.userId, namesOfClient(connection.clientId))
  await findConnectionAcceptance(db, connection, namesOfClient(connection.clientId))
  await countConnections(db, connection.clientId, 50)
  await findConnectionOf(db, 'o', 'c')
  await changeStore(world.deps, (tx) =>
    endConnections(tx, { organizationId: 'o', clientIdPrefix: 'https://a.example/' }, world.deps.now()),
  )

  // Somebody acts as a person.
  const operator = { id: user?.user_id ?? '' }
  for (const path of ['/account/impersonations', '/admin/impersonations', '/admin/impersonations?after=01'])
    expect((await browser.go(`${world.issuer}${path}`)).status, path).toBe(200)
  await listOwnImpersonations(world.deps, { person: { id: operator.id } as Person }, { before: 'z', limit: 2 })
  await findOwners(world.deps.db, 'id', 10)
  await endDueImpersonations(world.deps)
  await changeStore(world.deps, async (tx) => {
    await findRunningOfOperator(tx, operator.id)
    await confirmImpersonation(tx, 'id', 'second', world.deps.now())
    const until = world.deps.now()
    await allowImpersonation(tx, { id: 'id', allowedBy: 'person', now: until, until })
    await endImpersonation(tx, 'id', 'expired', until)
  })

  // A client brings its metadata with it, and operators decide about it.
  const seen = { url: 'https://agent.example.test/x', body: '{"client_name":"x"}', digest: 'x', fetchedAt: new Date() }
  const copy = { ...seen, freshUntil: seen.fetchedAt, staleUntil: seen.fetchedAt }
  await putClientDocument(world.deps.db, copy, { unused: seen.fetchedAt, used: seen.fetchedAt })
  await findClientDocument(world.deps.db, seen.url)
  await noteDocumentUse(world.deps, seen.url)
  const manager = { actor: system, apiScopes: 'all' } as const
  await setClientRule(world.deps, manager, 'evil.example.test', { verdict: 'blocked', note: '' })
  await removeClientRule(world.deps, manager, 'evil.example.test')
  await listSeenDocuments(world.deps, manager, { after: null, limit: 51 })

  // A client registers, is used, and deletes itself.
  const { secret } = await createInitialAccessToken(
    world.deps,
    { actor: system, apiScopes: 'all' },
    { name: 'Partner', policy: { ...openPolicy, maxClients: 5 }, uses: 2, expiresIn: 60 },
  )
  for (const authorization of ['', `Bearer ${secret}`]) {
    const { client_id: id, registration_access_token: token } = (await (
      await fetch(`${world.issuer}/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(authorization ? { Authorization: authorization } : {}) },
        body: JSON.stringify({ redirect_uris: ['http://localhost/cb'] }),
      })
    ).json()) as Record<string, string>
    await world.deps.clients.lookUp(id ?? '', 'token')
    await noteRegisteredUse(world.deps, id ?? '')
    if (token)
      await fetch(`${world.issuer}/register/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })
  }

  // A client asks what somebody may do.
  await findMember(world.deps.db, user?.user_id ?? '', view.organization.id)
  await findApiKey(world.deps.db, '0'.repeat(12), new Date())

  // Declared fields: their values, and who has them.
  for (const of of ['person', 'organization', 'membership'] as const)
    await countNewestValues(world.deps.db, { of, key: 'code' }, 20)
  const wanted = [{ fieldId: 'person.code', folded: 'a' }] as const
  const twice = [...wanted, { fieldId: 'person.name', folded: 'b' }]
  await findSubjects(world.deps.db, [...wanted], { after: 'a', limit: 20 })
  await findHavingValues(world.deps.db, twice, { after: null, limit: 20, among: [view.organization.id] })
  await listUsers(world.deps.db, { order: 'oldest', after: null, limit: 20, query: 'ada', fields: twice })
  await sortMembers(world.deps.db, view.organization.id, { order: 'oldest', position: null, limit: 20, fields: twice })
  await declareField(world.deps, system, {
    key: 'code',
    of: 'person',
    type: 'text',
    search: true,
    unique: 'server',
    names: { en: 'x' },
  })
  await updatePerson(world.deps, system, user?.user_id ?? '', { form: {}, fields: { code: 'a' } })
  await updatePerson(world.deps, system, user?.user_id ?? '', { form: {}, fields: { code: 'b' } })

  // And what goes on by itself.
  await exportPerson(world.deps.db, user?.user_id ?? '')
  await queueState(world.deps.db)
  await world.deps.signInLog.flush()
  await findAttemptsAt(world.deps.db, 'key', 20)
  await findAttemptsOf(world.deps.db, 'id', 20)
  await liftLimits(world.deps, system, 'limited@example.test')
  await world.deps.db.sql.write('UPDATE registered_client SET used_at = $1 WHERE id > $2', [new Date(0), ''])
  await withdrawTerms(world.deps, system, view.organization.id)
  await new Sweeper(world.deps).sweep()
  await new PeopleIndex(world.deps).step()
  await isIndexComplete(world.deps.db)
  await changeStore(world.deps, (tx) => indexExisting(tx, [user?.user_id ?? '']))
  watching = false

  expect(scans.size).toBeGreaterThan(60)
  expect([...scans].filter(([, wrong]) => wrong !== '').map(([sql, wrong]) => `${wrong}: ${sql}`)).toEqual([])
})
