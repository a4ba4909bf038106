import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateConnection, noteTest } from '../../src/flows/federation/activation.ts'
import { attachDomain, detachDomain } from '../../src/flows/federation/connection-domains.ts'
import {
  changeConnection,
  createConnection,
  disableConnection,
  removeConnection,
} from '../../src/flows/federation/connections.ts'
import { tellFailing } from '../../src/flows/federation/failing.ts'
import { addRoleMapping, removeRoleMapping } from '../../src/flows/federation/role-mappings.ts'
import { mailSetupCode, openSetup, viewSetup } from '../../src/flows/federation/setup.ts'
import { nameSetupDomain, saveSetupConnection } from '../../src/flows/federation/setup-acts.ts'
import { makeSetupLink, revokeSetupLink } from '../../src/flows/federation/setup-links.ts'
import { changeSsoPolicy } from '../../src/flows/federation/sso-policy.ts'
import type { FinishedAttempt } from '../../src/flows/federation/upstream/attempt.ts'
import { removeDomain } from '../../src/flows/organizations/domains/domains.ts'
import { userActor } from '../../src/flows/platform/audit.ts'
import { findConnection } from '../../src/store/prisma/federation/connections.ts'
import { answerTxt, openOrganization } from '../support/company.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { nextCode } from '../support/mailbox.ts'
import { openUpstream, type Upstream } from '../support/upstream.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: connections, what requires them, and set-up links.

const network = '192.0.2.0'
const domain = 'company.test'
const administrator = 'it@company.test'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let organizationId = ''
  let actor = userActor('', network)
  /** The connection, and the successor that a change of it makes. */
  let id = ''
  let successor = ''
  let mapping = ''
  let link = { id: '', token: '' }
  let setupCookie = ''
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    upstream.lies.metadata = { token_endpoint_auth_methods_supported: undefined }
    const organization = await openOrganization(world, answerTxt(world), domain)
    organizationId = organization.id
    actor = userActor(organization.owner.userId, network)
    await world.deps.db.prisma.passkey.create({
      data: {
        ...{ id: 'passkey', userId: actor.id, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
        ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: world.deps.now() },
      },
    })
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })

  const input = () => ({
    ...{ provider: 'generic', name: 'Company', issuer: upstream.issuer, clientId: 'vestibule' },
    ...{ authMethod: 'client_secret_basic', secret: 'a-secret-of-the-company' },
  })
  const named = () => ({ organizationId, id })
  const succeeded = async (connectionId: string) => {
    const version = (await findConnection(world.deps.db, connectionId))?.version
    const attempt = {
      connectionId,
      userId: actor.id,
      setupLinkId: null,
      reference: 'ABCDE-FGHJK',
      secrets: { version },
    }
    return { ok: true, attempt } as unknown as FinishedAttempt & { ok: true }
  }
  const tested = async (connectionId: string) => {
    const result = await succeeded(connectionId)
    return noteTest(world.deps, result.attempt, result, { network })
  }
  const visitor = () => ({ network, languages: ['en'], userAgent: 'a browser', setupCookie })
  async function closedLink() {
    const view = await viewSetup(world.deps, link.token, visitor())
    if (view.kind !== 'closed') throw new Error(`the link is ${view.kind}`)
    return view
  }
  async function openLink() {
    const view = await viewSetup(world.deps, link.token, visitor())
    if (view.kind !== 'open') throw new Error(`the link is ${view.kind}`)
    return view
  }

  const operations: Operation[] = [
    [
      'add a connection',
      ['connection.created'],
      async () => {
        id = (await createConnection(world.deps, actor, organizationId, input())).id
      },
    ],
    ['attach a domain', ['connection.updated'], () => attachDomain(world.deps, actor, named(), domain)],
    [
      'change what is chosen',
      ['connection.updated'],
      () => changeConnection(world.deps, actor, named(), { settings: { jit: false } }),
    ],
    [
      'map a group',
      ['connection.updated'],
      async () => {
        mapping = (await addRoleMapping(world.deps, actor, named(), { value: 'Engineers', role: 'admin' })).id
      },
    ],
    ['note a test', ['connection.tested'], () => tested(id)],
    ['activate it', ['connection.activated'], () => activateConnection(world.deps, actor, named())],
    [
      'tell that it fails',
      ['connection.failing'],
      async () => {
        await tellFailing(world.deps, id)
        await world.deps.db.prisma.connection.update({ where: { id }, data: { state: 'active', failures: 0 } })
      },
    ],
    ['require it', ['sso.enforced'], () => changeSsoPolicy(world.deps, actor, organizationId, 'required')],
    ['stop requiring it', ['sso.relaxed'], () => changeSsoPolicy(world.deps, actor, organizationId, 'offered')],
    [
      'change whom it trusts, in a successor',
      ['connection.created'],
      async () => {
        const trust = { ...input(), clientId: 'another' }
        successor = (await changeConnection(world.deps, actor, named(), { trust })).id
      },
    ],
    ['note a test of the successor', ['connection.tested'], () => tested(successor)],
    [
      'let the successor take its place',
      ['connection.activated'],
      () => activateConnection(world.deps, actor, { organizationId, id: successor }),
    ],
    [
      'remove a mapping',
      ['connection.updated'],
      () => removeRoleMapping(world.deps, actor, { organizationId, id: successor }, mapping),
    ],
    [
      'detach a domain',
      ['connection.updated'],
      () => detachDomain(world.deps, actor, { organizationId, id: successor }, domain),
    ],
    ['remove a domain', ['domain.removed'], () => removeDomain(world.deps, actor, organizationId, 'former.test')],
    [
      'turn a connection off',
      ['connection.disabled'],
      () => disableConnection(world.deps, actor, { organizationId, id: successor }),
    ],
    ['remove a connection', ['connection.removed'], () => removeConnection(world.deps, actor, named())],
    [
      'make a set-up link',
      ['setup_link.created'],
      async () => {
        const made = await makeSetupLink(world.deps, actor, organizationId, { email: administrator })
        link = { id: made.id, token: made.url.split('/').at(-1) ?? '' }
      },
    ],
  ]
  for (const operation of operations)
    test(operation[0], async () => {
      if (operation[0] === 'tell that it fails')
        await world.deps.db.prisma.connection.update({ where: { id }, data: { failures: 10 } })
      if (operation[0] === 'remove a domain')
        await world.deps.db.prisma.domain.create({
          data: { organizationId, name: 'former.test', token: 't', joining: 'off', createdAt: world.deps.now() },
        })
      await failsWithoutItsEvent(world, operation)
    })

  test('open a set-up link', async () => {
    setupCookie = await mailSetupCode(world.deps, await closedLink(), visitor())
    let code = await nextCode(world.mailbox, administrator)
    // A code is used up by its first try, whatever comes of it.
    const open = async () => {
      const view = await closedLink()
      expect(await openSetup(world.deps, view, code, visitor())).toBeNull()
    }
    await failsWithoutItsEvent(world, [
      'open a set-up link',
      ['setup_link.opened'],
      async () => {
        try {
          await open()
        } catch (error) {
          world.pass(61_000)
          setupCookie = await mailSetupCode(world.deps, await closedLink(), visitor())
          code = await nextCode(world.mailbox, administrator)
          throw error
        }
      },
    ])
  })

  const bySetup: Operation[] = [
    [
      'name a domain by a set-up link',
      ['domain.added'],
      async () => nameSetupDomain(world.deps, await openLink(), 'other.test'),
    ],
    [
      'prepare a connection by a set-up link',
      ['connection.created'],
      async () => saveSetupConnection(world.deps, await openLink(), input(), 'other.test'),
    ],
    [
      'revoke a set-up link',
      ['setup_link.revoked'],
      () => revokeSetupLink(world.deps, actor, { organizationId, id: link.id }),
    ],
  ]
  for (const operation of bySetup) test(operation[0], () => failsWithoutItsEvent(world, operation))
})
