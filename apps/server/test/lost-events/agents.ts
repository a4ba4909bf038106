import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockOwnAgent } from '../../src/flows/account/applications.ts'
import {
  changeTrust,
  disableIssuer,
  enableIssuer,
  endAllOfIssuer,
  removeIssuer,
} from '../../src/flows/agents/trusted-issuers.ts'
import type { SignedIn } from '../../src/flows/identity/signed-in.ts'
import { type AgentCompany, agentsOf, notes, openAgentWorld } from '../support/agent-company.ts'
import { answerTxt } from '../support/company.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTokenIssuer, type TokenIssuer } from '../support/token-issuer.ts'
import type { TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: issuers that are trusted, and what they give.

const network = '192.0.2.0'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let issuer: TokenIssuer
  let records: Map<string, string[]>
  let acme: AgentCompany
  let person = { email: '', userId: '' }
  let id = ''
  const { openCompany, trust, addPerson, sign, ask } = agentsOf(() => ({ world, records, issuer }))
  beforeAll(async () => {
    world = await openAgentWorld(database)
    issuer = await openTokenIssuer()
    records = answerTxt(world)
    acme = await openCompany()
    person = await addPerson(acme, 'alice')
  })
  afterAll(async () => {
    await world?.close()
    issuer?.close()
  })

  const named = () => ({ organizationId: acme.id, id })
  /** A refusal of ours is an answer: what fails is a 500. */
  const asks = async () => {
    const { status, body } = await ask(await sign({ email: person.email }))
    if (status !== 200) throw new Error(body.error ?? String(status))
  }
  const block = async (blocked: boolean) => {
    const own = await world.deps.db.prisma.agentConnection.findFirstOrThrow({ where: { userId: person.userId } })
    const signedIn = { person: { id: person.userId } } as unknown as SignedIn
    if (!(await blockOwnAgent(world.deps, signedIn, { id: own.id, blocked }, network))) throw new Error('nothing to do')
  }
  const access = (name: string) => ({ name, scopes: [`${notes} notes:read`], clients: '', teams: [], trustMfa: false })

  const operations: Operation[] = [
    [
      'trust an issuer',
      ['organization.issuer_trusted'],
      async () => {
        id = (await trust(acme)).id
      },
    ],
    ['use an assertion for the first time', ['identity.linked', 'client.connected_by_issuer'], asks],
    ['use another', ['client.connected_by_issuer'], asks],
    ['block it', ['client.blocked_by_member'], () => block(true)],
    ['allow it again', ['client.allowed_by_member'], () => block(false)],
    ['end all', ['client.disconnected'], () => endAllOfIssuer(world.deps, acme.actor, named())],
    [
      'change what it may give',
      ['organization.issuer_changed'],
      () => changeTrust(world.deps, acme.actor, named(), access('Acme')),
    ],
    ['turn it off', ['organization.issuer_disabled'], () => disableIssuer(world.deps, acme.actor, named())],
    ['turn it on', ['organization.issuer_trusted'], () => enableIssuer(world.deps, acme.actor, named())],
    ['remove it', ['organization.issuer_removed'], () => removeIssuer(world.deps, acme.actor, named())],
  ]

  test.each(operations)('%s', async (...operation) => {
    await failsWithoutItsEvent(world, operation)
    expect(operation[1].length).toBeGreaterThan(0)
  })
})
