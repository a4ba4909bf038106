import { activateConnection, noteTest } from '../../src/flows/federation/activation.ts'
import { attachDomain } from '../../src/flows/federation/connection-domains.ts'
import type { ConnectionInput } from '../../src/flows/federation/connection-input.ts'
import { createConnection } from '../../src/flows/federation/connections.ts'
import { beginSignIn } from '../../src/flows/federation/upstream/begin-sign-in.ts'
import { finishSignIn } from '../../src/flows/federation/upstream/finish-sign-in.ts'
import { userActor } from '../../src/flows/platform/audit.ts'
import { findConnection } from '../../src/store/prisma/federation/connections.ts'
import { openOrganization } from './company.ts'
import { broughtTo, type Upstream } from './upstream.ts'
import type { TestWorld } from './world.ts'

const network = '127.0.0.1'

/** Owners with a passkey and their connections, by the flows of the pages. `at`: the world that a test is in, and the provider at this moment. */
export function ownersOf(at: () => { world: TestWorld; records: Map<string, string[]>; upstream: Upstream }) {
  let opened = 0
  const newDomain = () => `company-${++opened}.test`

  /** What a passkey signs by is told in passkeys.test.ts: here it is enough that there is one. */
  const givePasskey = (userId: string) =>
    at().world.deps.db.prisma.passkey.create({
      data: {
        ...{ id: `passkey-of-${userId}`, userId, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
        ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: at().world.deps.now() },
      },
    })

  const input = (changed: Partial<ConnectionInput> = {}): ConnectionInput => ({
    provider: 'generic',
    name: 'Company sign-in',
    issuer: at().upstream.issuer,
    clientId: 'vestibule',
    authMethod: 'client_secret_basic',
    secret: 'a-secret-of-the-company',
    ...changed,
  })

  /** An owner with a passkey, and a connection in draft with a proven domain. */
  async function openDraft(domain = newDomain()) {
    const organization = await openOrganization(at().world, at().records, domain)
    const actor = userActor(organization.owner.userId, network)
    await givePasskey(organization.owner.userId)
    at().upstream.lies.metadata = { token_endpoint_auth_methods_supported: undefined }
    const { id } = await createConnection(at().world.deps, actor, organization.id, input())
    const named = { organizationId: organization.id, id }
    await attachDomain(at().world.deps, actor, named, domain)
    at().upstream.person = { ...at().upstream.person, email: `grace@${domain}` }
    return { ...organization, actor, named, domain }
  }

  type Draft = Awaited<ReturnType<typeof openDraft>>

  /** The test sign-in that an owner makes from the page. `beforeNoted`: what happens once the provider has answered. */
  async function testSignIn(
    { actor, named }: Pick<Draft, 'actor' | 'named'>,
    beforeNoted: () => Promise<unknown> = async () => {},
  ) {
    const connection = await findConnection(at().world.deps.db, named.id)
    if (!connection) throw new Error('there is no connection')
    const { url, flowCookie } = await beginSignIn(
      at().world.deps,
      { network, flowCookie: undefined },
      { at: { connection }, purpose: 'test', userId: actor.id, request: {} },
    )
    const result = await finishSignIn(at().world.deps, broughtTo(await at().upstream.answer(url)), {
      flowCookie,
    })
    await beforeNoted()
    if (result.attempt) await noteTest(at().world.deps, result.attempt, result, { network })
    return result
  }

  async function openActive() {
    const draft = await openDraft()
    await testSignIn(draft)
    await activateConnection(at().world.deps, draft.actor, draft.named)
    return draft
  }

  return { newDomain, givePasskey, input, openDraft, testSignIn, openActive }
}
