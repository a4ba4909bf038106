import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetSignIn } from '../../src/flows/account/sign-in-reset.ts'
import { replayRange } from '../../src/flows/management/deliveries/webhook-deliveries.ts'
import { importUsers } from '../../src/flows/management/user-import/user-import.ts'
import { inviteToSignUp } from '../../src/flows/organizations/invitations/sign-up-invitations.ts'
import { system } from '../../src/flows/platform/audit.ts'
import type { PlainBrowser } from '../support/browser.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation, refuseEvents } from '../support/lost-events.ts'
import { nextCode } from '../support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: what happened and what is told of it are kept together.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let owner: PlainBrowser
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test',
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES:
          'users:read,users:write,organizations:read,organizations:write,members:read,members:write,invitations:write,sessions:write,audit:read',
      },
      { database },
    )
    owner = (await world.signIn({ email: 'owner@example.test', organization: 'Engines' })).browser
  })
  afterAll(() => world?.close())

  /** Fails where the answer is a failure. */
  async function api(method: string, path: string, body?: unknown): Promise<Record<string, string>> {
    const token = await world.token(
      { grant_type: 'client_credentials' },
      { basic: ['admin', 'admin-secret-0123456789'] },
    )
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token.body.access_token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : {}
  }

  async function post(browser: PlainBrowser, path: string, fields: Record<string, string>): Promise<void> {
    const body = new URLSearchParams(fields).toString()
    const { status, text } = await browser.go(`${world.issuer}${path}`, { method: 'POST', body })
    if (status >= 400) throw new Error(`POST ${path}: ${status} ${text.slice(0, 500)}`)
  }

  const ids = async (sql: string): Promise<string[]> =>
    (await world.deps.db.sql.read(sql, [])).map(({ id }) => String(id))
  const idOf = async (sql: string): Promise<string> => (await ids(sql)).at(-1) ?? ''
  const userId = (email: string) => idOf(`SELECT user_id AS id FROM email WHERE address = '${email}'`)
  const organizationId = () => idOf("SELECT id FROM organization WHERE name IN ('Engines', 'Motors')")
  const teamId = () => idOf("SELECT id FROM team WHERE name IN ('Press', 'Media')")

  describe('by the management API', () => {
    const member = 'member@example.test'
    const members = async () => `/organizations/${await organizationId()}/members/${await userId(member)}`
    const teams = async () => `/organizations/${await organizationId()}/teams`
    const invitations = async () => `/organizations/${await organizationId()}/invitations`
    const invitationId = () => idOf("SELECT id FROM invitation WHERE email = 'guest@example.test'")
    const operations: Operation[] = [
      ['make a person', ['user.created'], () => api('POST', '/users', { email: member })],
      [
        'change a person',
        ['user.updated'],
        async () => api('PATCH', `/users/${await userId(member)}`, { nickname: 'M' }),
      ],
      [
        'disable a person',
        ['user.disabled', 'user.signed_out'],
        async () => api('PATCH', `/users/${await userId(member)}`, { disabled: true }),
      ],
      [
        'enable a person',
        ['user.enabled'],
        async () => api('PATCH', `/users/${await userId(member)}`, { disabled: false }),
      ],
      ['add a member', ['member.added'], async () => api('PUT', await members(), { roles: ['member'] })],
      ['change roles', ['member.roles_changed'], async () => api('PUT', await members(), { roles: ['admin'] })],
      ['make a team', ['team.created'], async () => api('POST', await teams(), { name: 'Press' })],
      [
        'rename a team',
        ['team.updated'],
        async () => api('PATCH', `${await teams()}/${await teamId()}`, { name: 'Media' }),
      ],
      [
        'add to a team',
        ['team.member_added'],
        async () => api('PUT', `${await teams()}/${await teamId()}/members/${await userId(member)}`),
      ],
      [
        'take out of a team',
        ['team.member_removed'],
        async () => api('DELETE', `${await teams()}/${await teamId()}/members/${await userId(member)}`),
      ],
      ['delete a team', ['team.deleted'], async () => api('DELETE', `${await teams()}/${await teamId()}`)],
      [
        'invite',
        ['invitation.created'],
        async () => api('POST', await invitations(), { email: 'guest@example.test', roles: ['member'] }),
      ],
      [
        'mail an invitation again',
        ['invitation.resent'],
        async () => api('POST', `${await invitations()}/${await invitationId()}/resend`),
      ],
      [
        'withdraw an invitation',
        ['invitation.revoked'],
        async () => api('DELETE', `${await invitations()}/${await invitationId()}`),
      ],
      ['remove a member', ['member.removed'], async () => api('DELETE', await members())],
      [
        'make an organization',
        ['organization.created'],
        async () => api('POST', '/organizations', { name: 'Looms', owner: await userId(member) }),
      ],
      [
        'change an organization',
        ['organization.updated'],
        async () => api('PATCH', `/organizations/${await organizationId()}`, { name: 'Motors' }),
      ],
      [
        'delete an organization',
        ['organization.deleted'],
        async () => api('DELETE', `/organizations/${await idOf("SELECT id FROM organization WHERE name = 'Looms'")}`),
      ],
      ['make another person', ['user.created'], () => api('POST', '/users', { email: 'gone@example.test' })],
      ['delete a person', ['user.deleted'], async () => api('DELETE', `/users/${await userId('gone@example.test')}`)],
    ]
    test.each(operations)('%s', async (...operation) => {
      await failsWithoutItsEvent(world, operation)
    })

    test('end a session, all sessions, and what a person allowed a client', async () => {
      await world.signIn({ email: 'ending@example.test' })
      await world.signIn({ email: 'ending@example.test' })
      const user = await userId('ending@example.test')
      const session = await idOf(`SELECT id FROM session WHERE user_id = '${user}' ORDER BY id`)
      await failsWithoutItsEvent(world, [
        'end a session',
        ['session.ended'],
        () => api('DELETE', `/users/${user}/sessions/${session}`),
      ])
      await failsWithoutItsEvent(world, [
        'revoke a client',
        ['grant.revoked'],
        () => api('DELETE', `/users/${user}/grants/web`),
      ])
      await failsWithoutItsEvent(world, [
        'end all sessions',
        ['user.signed_out'],
        () => api('DELETE', `/users/${user}/sessions`),
      ])
    })
  })

  describe('by the pages', () => {
    test('sign up, accept the terms, sign in again', async () => {
      const { email } = someone()
      const browser = world.browser()
      await world.authorize(browser)
      const signsIn = async () => {
        const entry = browser.current?.location.replace(/\/code$/, '') ?? ''
        await browser.go(entry)
        if (browser.has('email')) await browser.submit({ email })
        const { status } = await browser.submit({ code: await nextCode(world.mailbox, email) })
        if (status >= 400) {
          await browser.go(entry)
          throw new Error(`status ${status}`)
        }
      }
      await failsWithoutItsEvent(world, ['sign up', ['user.created', 'session.created'], signsIn])
      const terms = browser.current?.location ?? ''
      await failsWithoutItsEvent(world, [
        'accept the terms',
        ['terms.accepted'],
        async () => {
          await browser.go(terms)
          const { status } = await browser.submit({ accept_terms: 'yes' })
          if (status >= 400) throw new Error(`status ${status}`)
        },
      ])
      await world.finish(browser, { ...someone(), email })
      world.pass(1)
      await world.authorize(browser, { prompt: 'login' })
      await failsWithoutItsEvent(world, ['sign in again', ['session.renewed'], signsIn])
    })

    test('one’s own data and account', async () => {
      await failsWithoutItsEvent(world, [
        'export one’s data',
        ['user.exported'],
        () => post(owner, '/account/data/export', {}),
      ])
      const { browser } = await world.signIn({ email: 'leaving@example.test', organization: 'Leaving' })
      await failsWithoutItsEvent(world, [
        'delete one’s account',
        ['organization.deleted', 'user.deleted', 'user.signed_out'],
        () => post(browser, '/account/data/delete', { confirm: 'yes' }),
      ])
    })
  })

  describe('by commands and by the server itself', () => {
    const operations: Operation[] = [
      ['let an address sign up', ['invitation.created'], () => inviteToSignUp(world.deps, system, 'new@example.test')],
      [
        'reset a sign-in',
        ['user.sign_in_reset'],
        async () => resetSignIn(world.deps, system, await userId('member@example.test'), 'member2@example.test'),
      ],
      ['rotate the keys', ['signing_key.rotated'], () => world.deps.keys.rotate({ force: true })],
      [
        'tell the webhook again',
        ['webhook.replayed'],
        async () =>
          replayRange(world.deps, system, [], {
            from: await idOf('SELECT id FROM audit_event ORDER BY id DESC'),
            to: null,
          }),
      ],
      [
        'import people',
        ['users.imported'],
        () =>
          importUsers(
            world.deps,
            (async function* () {
              yield JSON.stringify({ sub: 'imported', email: 'imported@example.test', email_verified: true })
            })(),
            { dryRun: false, unverified: false, refused: () => {}, progress: () => {} },
          ),
      ],
    ]
    test.each(operations)('%s', async (...operation) => {
      await failsWithoutItsEvent(world, operation)
    })

    test('a mail that is refused for good stays in the queue until it can be noted', async () => {
      world.mailbox.refuses = { responseCode: 550, message: '5.1.1 no' }
      const allow = await refuseEvents(world)
      const browser = world.browser()
      await world.authorize(browser)
      await browser.submit({ email: 'refused@example.test' })
      const kept = () => world.deps.db.sql.read('SELECT lane FROM outbox_message', [])
      await expect.poll(async () => (await kept()).map(({ lane }) => lane)).toEqual(['code'])
      await allow()
      world.pass(60_000)
      world.deps.wake()
      await expect.poll(async () => (await kept()).map(({ lane }) => lane)).toEqual(['refused'])
      world.mailbox.refuses = null
    })
  })
})
