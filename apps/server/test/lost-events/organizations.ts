import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/flows/authorization/connection.ts'
import type { SignedInInteraction } from '../../src/flows/authorization/interactions.ts'
import { acceptOrganizationTerms } from '../../src/flows/authorization/onboarding/organization-terms.ts'
import { exportOrganizations } from '../../src/flows/management/organization-directory.ts'
import { viewOrganization } from '../../src/flows/organizations/access.ts'
import {
  chooseApplicationPolicy,
  ruleOnApplication,
} from '../../src/flows/organizations/applications/application-rules.ts'
import { endConnection } from '../../src/flows/organizations/applications/connected-applications.ts'
import { txtValue } from '../../src/flows/organizations/domains/domain-checks.ts'
import { checkDomain } from '../../src/flows/organizations/domains/domain-proofs.ts'
import { addDomain, chooseJoining, removeDomain } from '../../src/flows/organizations/domains/domains.ts'
import { invite } from '../../src/flows/organizations/invitations/invitations.ts'
import {
  acceptInvitation,
  declineInvitation,
  pendingInvitations,
} from '../../src/flows/organizations/invitations/received-invitations.ts'
import { decideJoinRequest } from '../../src/flows/organizations/members/join-requests.ts'
import { joinByDomain } from '../../src/flows/organizations/members/joining.ts'
import { exportMembers } from '../../src/flows/organizations/members/member-export.ts'
import { approveOrganization } from '../../src/flows/organizations/organization-approval.ts'
import {
  deleteOrganization,
  restoreOrganization,
  transferOwnership,
} from '../../src/flows/organizations/organization-lifecycle.ts'
import { exportTermsAcceptances } from '../../src/flows/organizations/terms/terms.ts'
import {
  draftDigest,
  publishTermsDraft,
  saveTermsDraft,
  withdrawTerms,
} from '../../src/flows/organizations/terms/terms-publishing.ts'
import type { Actor } from '../../src/flows/platform/audit.ts'
import { ownClient } from '../../src/flows/platform/clients/own-client.ts'
import type { Visitor } from '../../src/flows/platform/visitor.ts'
import { consentTo } from '../../src/oidc/consent.ts'
import { digestOfRequest } from '../../src/oidc/dynamic-clients/third-party-clients.ts'
import { findMemberships, findPerson } from '../../src/store/hot/people.ts'
import type { PlainBrowser } from '../support/browser.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { nextCode } from '../support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: domains, requests and invitations to join, and addresses.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let ada: PlainBrowser
  const actors = new Map<string, Actor & { kind: 'user' }>()
  let organizationId = ''
  beforeAll(async () => {
    world = await openTestWorld({ ORGANIZATION_CREATION: 'open' }, { database })
    for (const email of ['ada@acme.test', 'bob@acme.test', 'cleo@acme.test', 'dora@acme.test']) {
      const { browser } = await world.signIn({
        email,
        organization: email === 'ada@acme.test' ? 'Acme' : `Own ${email}`,
      })
      if (email === 'ada@acme.test') ada = browser
      const [row] = await world.deps.db.sql.read('SELECT user_id FROM email WHERE address = $1', [email])
      actors.set(email, { kind: 'user', id: String(row?.user_id), network: '::/48' })
    }
    const [row] = await world.deps.db.sql.read("SELECT id FROM organization WHERE name = 'Acme'", [])
    organizationId = String(row?.id)
  })
  afterAll(() => world?.close())

  const actorOf = (name: string): Actor & { kind: 'user' } => {
    const actor = actors.get(`${name}@acme.test`)
    if (!actor) throw new Error(`there is no ${name}`)
    return actor
  }
  const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

  const terms = { text: 'Terms', graceUntil: null }

  /** A domain whose record is there. */
  const proven = async () => {
    const [row] = await world.deps.db.sql.read("SELECT token FROM domain WHERE name = 'acme.test'", [])
    return { ...world.deps, txtRecords: async () => [txtValue(String(row?.token))] }
  }
  const inviteTo = (email: string) =>
    invite(world.deps, actorOf('ada'), organizationId, {
      email,
      roles: ['member'],
      teamIds: [],
      clientId: null,
      languages: [],
    })
  const invitationOf = async (name: string) => {
    const found = (await pendingInvitations(world.deps, actorOf(name).id)).find(
      (one) => one.organizationId === organizationId,
    )
    if (!found) throw new Error(`${name} is not invited`)
    return found
  }

  /** What the page does that asks for consent to a client that nobody here configured. */
  const connectAgent = async (actor: Actor & { kind: 'user' }) => {
    const agent = ownClient('https://agent.example.test/client', 'Agent')
    const redirectUri = 'https://agent.example.test/cb'
    const client = { ...agent, source: 'document', organization: 'optional', redirectUris: [redirectUri] } as const
    const request = { redirectUri, scope: ['openid'], resource: [] }
    const current = {
      ...{
        client,
        interaction: { id: 'none', request },
        scopeIn: () => request.scope,
        thirdParty: { acceptedBy: new Set([organizationId]), undecided: new Set() },
      },
      person: await findPerson(world.deps.db, actor.id),
      memberships: await findMemberships(world.deps.db, actor.id),
    } as unknown as SignedInInteraction
    const form = {
      organization: organizationId,
      shown: digestOfRequest(client, redirectUri, consentTo(request, client, world.deps.resources)),
    }
    const visitor = { network: '::/48', languages: ['en'] } as unknown as Visitor
    expect(await connect(world.deps, current, form, visitor)).toBeNull()
  }

  describe('organizations', () => {
    const operations: Operation[] = [
      [
        'export the members',
        ['members.exported'],
        async () => {
          const view = await viewOrganization(world.deps, actorOf('ada'), organizationId)
          await exportMembers(world.deps, actorOf('ada'), view)
        },
      ],
      ['export the organizations', ['organizations.exported'], () => exportOrganizations(world.deps, operator)],
      ['add a domain', ['domain.added'], () => addDomain(world.deps, actorOf('ada'), organizationId, 'acme.test')],
      [
        'prove a domain',
        ['domain.verified'],
        async () => checkDomain(await proven(), actorOf('ada'), organizationId, 'acme.test'),
      ],
      [
        'offer to ask',
        ['domain.updated'],
        () => chooseJoining(world.deps, actorOf('ada'), organizationId, 'acme.test', 'suggest'),
      ],
      ['ask to join', ['join_request.created'], () => joinByDomain(world.deps, actorOf('bob'), organizationId)],
      [
        'decline a request',
        ['join_request.declined'],
        () => decideJoinRequest(world.deps, actorOf('ada'), organizationId, actorOf('bob').id, false),
      ],
      ['another one asks', ['join_request.created'], () => joinByDomain(world.deps, actorOf('cleo'), organizationId)],
      [
        'approve a request',
        ['join_request.approved'],
        () => decideJoinRequest(world.deps, actorOf('ada'), organizationId, actorOf('cleo').id, true),
      ],
      [
        'let everybody of a domain in',
        ['domain.updated'],
        () => chooseJoining(world.deps, actorOf('ada'), organizationId, 'acme.test', 'automatic'),
      ],
      ['join by a domain', ['member.joined'], () => joinByDomain(world.deps, actorOf('dora'), organizationId)],
      [
        'remove a domain',
        ['domain.removed'],
        () => removeDomain(world.deps, actorOf('ada'), organizationId, 'acme.test'),
      ],
      ['invite', ['invitation.created'], () => inviteTo('bob@acme.test')],
      [
        'decline an invitation',
        ['invitation.declined'],
        async () => declineInvitation(world.deps, actorOf('bob'), await invitationOf('bob')),
      ],
      ['invite once more', ['invitation.created'], () => inviteTo('bob@acme.test')],
      [
        'accept an invitation',
        ['invitation.accepted'],
        async () => acceptInvitation(world.deps, actorOf('bob'), await invitationOf('bob')),
      ],
      [
        'draft terms',
        ['organization.terms_drafted'],
        () => saveTermsDraft(world.deps, actorOf('ada'), organizationId, terms, ''),
      ],
      [
        'publish terms',
        ['organization.terms_published'],
        () => publishTermsDraft(world.deps, actorOf('ada'), organizationId, draftDigest(terms)),
      ],
      [
        'accept the terms of an organization',
        ['organization.terms_accepted'],
        async () => {
          const person = await findPerson(world.deps.db, actorOf('bob').id)
          if (!person) throw new Error('there is no bob')
          const asked = { organizationId, terms: { version: 1, postponableUntil: null } }
          await acceptOrganizationTerms(world.deps, person, asked, { accepted: true, version: '1' }, '::/48')
        },
      ],
      [
        'export who accepted',
        ['organization.terms_exported'],
        async () => {
          const view = await viewOrganization(world.deps, actorOf('ada'), organizationId)
          await exportTermsAcceptances(world.deps, actorOf('ada'), view, 1)
        },
      ],
      [
        'withdraw terms',
        ['organization.terms_withdrawn'],
        () => withdrawTerms(world.deps, actorOf('ada'), organizationId),
      ],
      [
        'choose which applications may connect',
        ['organization.application_policy_changed'],
        () => chooseApplicationPolicy(world.deps, actorOf('ada'), organizationId, 'any'),
      ],
      [
        'block an application',
        ['organization.application_rule_changed'],
        () => ruleOnApplication(world.deps, actorOf('ada'), organizationId, 'blocked.example.test', 'blocked'),
      ],
      ['connect an application', ['client.connected'], () => connectAgent(actorOf('bob'))],
      [
        'end its connection',
        ['client.disconnected'],
        async () => {
          const { connectionId } = await world.deps.db.prisma.consent.findFirstOrThrow({ where: { organizationId } })
          await endConnection(world.deps, actorOf('ada'), organizationId, connectionId ?? '')
        },
      ],
      [
        'approve an organization',
        ['organization.approved'],
        () => approveOrganization(world.deps, operator, organizationId, true),
      ],
      [
        'hand an organization over',
        ['organization.transferred'],
        () => transferOwnership(world.deps, actorOf('ada'), organizationId, actorOf('bob').id),
      ],
      [
        'delete an organization',
        ['organization.deleted'],
        () => deleteOrganization(world.deps, actorOf('bob'), organizationId),
      ],
      [
        'bring an organization back',
        ['organization.restored'],
        () => restoreOrganization(world.deps, operator, organizationId),
      ],
    ]
    test.each(operations)('%s', async (...operation) => {
      await failsWithoutItsEvent(world, operation)
    })
  })

  describe('addresses', () => {
    const other = 'ada@other.test'
    const post = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams(fields).toString()
      const { status, text } = await ada.go(`${world.issuer}${path}`, { method: 'POST', body })
      if (status >= 400) throw new Error(`POST ${path}: ${status} ${text.slice(0, 300)}`)
    }
    const operations: Operation[] = [
      [
        'add an address',
        ['user.address_added'],
        async () => {
          await post('/account/addresses', { email: other })
          await post('/account/addresses/confirm', {
            pending: world.deps.keyring.seal('flow', other),
            code: await nextCode(world.mailbox, other),
          })
        },
      ],
      [
        'make it the primary one',
        ['user.address_changed'],
        () => post('/account/addresses/primary', { address: other }),
      ],
      [
        'remove an address',
        ['user.address_removed'],
        () => post('/account/addresses/remove', { address: 'ada@acme.test', confirm: 'yes' }),
      ],
    ]
    test.each(operations)('%s', async (...operation) => {
      await failsWithoutItsEvent(world, operation)
    })
  })

  test('the people of these stories are who they were', async () => {
    expect(await pendingInvitations(world.deps, actorOf('bob').id)).toEqual([])
  })
})
