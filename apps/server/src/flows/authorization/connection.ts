import { newId } from '../../crypto/random.ts'
import type { Membership } from '../../oidc/claims.ts'
import { isRedirectUri } from '../../oidc/clients.ts'
import { type Consent, consentTo } from '../../oidc/consent.ts'
import { digestOfShown } from '../../oidc/dynamic-clients/digest-of-shown.ts'
import {
  digestOfRequest,
  hostOfClientId,
  nameOfThirdParty,
  originOfRedirect,
  plainName,
} from '../../oidc/dynamic-clients/third-party-clients.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { countConnections } from '../../store/hot/connected-applications.ts'
import { findConsents, putConsent } from '../../store/hot/consents.ts'
import { noteChoice, noteConsent } from '../../store/hot/interactions.ts'
import { notify } from '../delivery/notices.ts'
import { meetsRules } from '../identity/acting-sign-in.ts'
import { ruleOnApplication } from '../organizations/applications/application-rules.ts'
import { may } from '../organizations/rules.ts'
import { type Actor, inTransaction, recordRefusal, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { isNothing } from '../platform/rights/held-scope.ts'
import type { Visitor } from '../platform/visitor.ts'
import type { SignedInInteraction } from './interactions.ts'

/** A client that the operator does not vouch for is shown as new until this many people have connected it. */
const fewConnections = 50

/** What a person who is asked to connect a third-party client may choose. */
export interface ConnectionOffer {
  /** Their organizations that accept it. */
  organizations: readonly Membership[]
  /** How many of their organizations do not. */
  refusing: number
  /** Those of them that the person may let accept it (`permit`). */
  permissible: readonly Membership[]
  /** It may be connected without an organization. */
  withoutOrganization: boolean
  /** The organization to begin with. */
  suggested: string | null
  /** Hardly anybody has connected it so far. */
  isNew: boolean
  asked: Consent
  /** Goes with the form (`digestOfRequest`). */
  shown: string
}

export async function connectionOffer(
  deps: Deps,
  current: SignedInInteraction,
  visitor: Visitor,
): Promise<ConnectionOffer> {
  const { client, interaction } = current
  const { organizations, candidates, withoutOrganization } = choicesOf(current)
  const asked = askedOf(deps, current)
  const isNew =
    client.trust === 'unknown' && (await countConnections(deps.db, client.id, fewConnections)) < fewConnections
  const wanted = interaction.organizationId ?? (current.step.kind === 'consent' ? current.step.organizationId : null)
  const suggested = organizations.find(({ organizationId }) => organizationId === wanted) ?? organizations[0]
  return {
    organizations,
    refusing: candidates.filter(({ organizationId }) => !current.thirdParty?.acceptedBy.has(organizationId)).length,
    permissible: permissibleOf(current, visitor),
    withoutOrganization,
    suggested: suggested?.organizationId ?? null,
    isNew,
    asked,
    shown: digestOfRequest(client, interaction.request.redirectUri, asked),
  }
}

/** What the person is asked to allow: what they hold in one of the organizations that can be chosen. */
function askedOf({ resources }: Pick<Deps, 'resources'>, current: SignedInInteraction): Consent {
  const { client, interaction, scopeIn } = current
  const { organizations, withoutOrganization } = choicesOf(current)
  const offered = [...organizations.map(({ organizationId }) => organizationId), ...(withoutOrganization ? [null] : [])]
  const held = new Set(offered.flatMap((id) => scopeIn(id)))
  const scope = interaction.request.scope.filter((name) => held.has(name) || offered.length === 0)
  return consentTo({ ...interaction.request, scope }, client, resources)
}

/** The organizations that can be chosen, and which of them accept the client. */
function choicesOf({ client, interaction, memberships, thirdParty, scopeIn }: SignedInInteraction) {
  const { organization, scope } = interaction.request
  const candidates = organization
    ? memberships.filter(({ organizationId, slug }) => organizationId === organization || slug === organization)
    : client.organization === 'none'
      ? []
      : memberships
  return {
    candidates,
    organizations: candidates.filter(
      ({ organizationId }) => thirdParty?.acceptedBy.has(organizationId) && !isNothing(scope, scopeIn(organizationId)),
    ),
    withoutOrganization: !organization && client.organization !== 'required',
  }
}

/**
 * The organizations in which the person may allow the client, as on the page of connected applications: with the role
 * for it, and signed in as the organization requires. A decision about the client that was made on that page is changed
 * there, not during a sign-in.
 */
function permissibleOf(current: SignedInInteraction, visitor: Visitor): Membership[] {
  const { session, thirdParty } = current
  return choicesOf(current).candidates.filter(
    (membership) =>
      thirdParty?.undecided.has(membership.organizationId) &&
      may(membership.roles, 'manage-applications') &&
      meetsRules(membership, session, visitor),
  )
}

export type ConnectionProblem = 'changed' | 'choose-one'

/**
 * Connects a client for the organization that was chosen on the page, or for none (''). Null when it is done; else what
 * the page says. An organization that was not offered is refused with an event: only a forged form names one.
 */
export async function connect(
  deps: Deps,
  current: SignedInInteraction,
  form: { organization: string; shown: string },
  visitor: Visitor,
): Promise<ConnectionProblem | null> {
  const { person } = current
  if (!isAsShown(deps, current, form.shown)) return 'changed'
  const { organizations, withoutOrganization } = choicesOf(current)
  const organizationId = form.organization || null
  const actor = userActor(person.id, visitor.network)
  if (organizationId === null && !withoutOrganization) return 'choose-one'
  if (organizationId !== null && !organizations.some((offered) => offered.organizationId === organizationId))
    await refuse(deps, actor, current, 'client.connected', organizationId)
  await store(deps, actor, current, organizationId, visitor)
  return null
}

function isAsShown(deps: Deps, current: SignedInInteraction, shown: string): boolean {
  const { client, interaction } = current
  const { redirectUri } = interaction.request
  return shown === digestOfRequest(client, redirectUri, askedOf(deps, current)) && isRedirectUri(client, redirectUri)
}

/**
 * Makes an organization accept the client: for an owner or admin who was asked to connect it and was stopped by the
 * organization's policy. This does not connect it yet: they are asked afterwards. Null when it is done; else what the
 * page says.
 */
export async function permit(
  deps: Deps,
  current: SignedInInteraction,
  form: { organization: string; shown: string },
  visitor: Visitor,
): Promise<'changed' | null> {
  const { client, person } = current
  if (!isAsShown(deps, current, form.shown)) return 'changed'
  const actor = userActor(person.id, visitor.network)
  if (!permissibleOf(current, visitor).some(({ organizationId }) => organizationId === form.organization))
    await refuse(deps, actor, current, 'organization.application_rule_changed', form.organization)
  await ruleOnApplication(deps, actor, form.organization, client.id, 'allowed')
  return null
}

async function refuse(
  deps: Deps,
  actor: Actor,
  { client, memberships }: SignedInInteraction,
  action: 'client.connected' | 'organization.application_rule_changed',
  organizationId: string,
): Promise<never> {
  const isMember = memberships.some((membership) => membership.organizationId === organizationId)
  await recordRefusal(
    deps,
    actor,
    {
      action,
      organizationId: isMember ? organizationId : null,
      target: ['client', client.id],
    },
    'forbidden',
  )
  throw new OperationRefused('forbidden')
}

/** All of it or nothing: the connection, that this request has its answer, the event, and at the first connection the mail. */
async function store(
  deps: Deps,
  actor: Actor,
  current: SignedInInteraction,
  organizationId: string | null,
  visitor: Visitor,
): Promise<void> {
  const { client, interaction, person } = current
  const now = deps.now()
  const request = { ...interaction.request, scope: [...current.scopeIn(organizationId)] }
  const { scope, resource, redirectUri } = request
  const redirectOrigin = originOfRedirect(redirectUri)
  await inTransaction(deps, async (tx) => {
    // Of two connections at once, one is the first.
    await lockPerson(tx, person.id)
    const isFirst = (await findConsents(tx, person.id, client.id)).length === 0
    await putConsent(tx, {
      userId: person.id,
      clientId: client.id,
      organizationId,
      consent: consentTo(request, client, deps.resources),
      names: request,
      connection: {
        id: newId(now),
        clientName: plainName(client.name),
        redirectOrigin,
        clientDigest: digestOfShown(client),
      },
      now,
    })
    await noteChoice(tx, interaction.id, organizationId, null)
    await noteConsent(tx, interaction.id)
    await tx.record(actor, {
      action: 'client.connected',
      organizationId,
      target: ['client', client.id],
      detail: {
        host: hostOfClientId(client.id),
        name: plainName(client.name),
        scope,
        resource,
        redirect: redirectOrigin,
      },
    })
    if (isFirst)
      await notify(deps, tx, {
        person,
        visitor,
        event: 'application-connected',
        detail: nameOfThirdParty(client),
        page: '/account/applications',
      })
  })
}
