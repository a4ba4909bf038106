import { idOnce } from '../../crypto/random.ts'
import { MadeAlready } from '../../store/errors.ts'
import { claimChoice, noteChoice } from '../../store/interactions.ts'
import type { Invitation } from '../../store/invitations.ts'
import { rememberChoice } from '../../store/sessions.ts'
import { insertAcceptance } from '../../store/terms.ts'
import { updateNames } from '../../store/users.ts'
import { acceptInvitation, invitationsFor, invite } from '../organizations/invitations.ts'
import { type Joinable, joinableFor, joinByDomain } from '../organizations/join-requests.ts'
import { createOrganizationFor, mayCreateOrganization, nameOf, Refused } from '../organizations/organizations.ts'
import { createTeamIn } from '../organizations/teams.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { cleanName } from '../platform/names.ts'
import type { Visitor } from '../platform/visitor.ts'
import type { OpenInteraction } from './authorize.ts'

/** A visit at which someone is signed in. */
export type SignedInInteraction = OpenInteraction & {
  session: NonNullable<OpenInteraction['session']>
  person: NonNullable<OpenInteraction['person']>
}

/** What a person mistyped, under the name of the field. */
export type Problems = Partial<
  Record<
    | 'given_name'
    | 'family_name'
    | 'organization'
    | 'organization_name'
    | 'organization_slug'
    | 'invite'
    | 'team'
    | 'team_name'
    | 'accept_terms'
    | 'passkey',
    string
  >
>
export type Result = { ok: true } | { ok: false; problems: Problems }

const fail = (problems: Problems): Result => ({ ok: false, problems })

/** Accepts the version that is in force: the form names the version it showed. */
export async function acceptTerms(
  deps: Deps,
  { person, interaction }: SignedInInteraction,
  accepted: boolean,
  version: string,
  network: string,
): Promise<Result> {
  if (!accepted) return fail({ accept_terms: 'must-accept' })
  if (version !== deps.config.terms?.version) return fail({ accept_terms: 'terms-changed' })
  const actor = { kind: 'user', id: person.id, network } as const
  const locale = interaction.request.uiLocales[0]?.slice(0, 35) ?? 'en'
  await inTransaction(deps, async (tx) => {
    await insertAcceptance(tx, { userId: person.id, version, locale, now: deps.now() })
    await tx.record(actor, { action: 'terms.accepted', target: ['user', person.id], detail: { version } })
  })
  return { ok: true }
}

/** The given name is required, the family name may be empty: not everyone has one. */
export async function completeProfile(
  deps: Deps,
  { person }: SignedInInteraction,
  form: { givenName: string; familyName: string },
): Promise<Result> {
  const givenName = cleanName(form.givenName)
  const familyName = cleanName(form.familyName)
  const problems: Problems = {}
  if (!givenName.ok || givenName.name === '') problems.given_name = givenName.ok ? 'required' : givenName.problem
  if (!familyName.ok) problems.family_name = familyName.problem
  if (!givenName.ok || !familyName.ok || Object.keys(problems).length > 0) return fail(problems)
  await updateNames(deps.db, person.id, givenName.name, familyName.name || null, deps.now())
  return { ok: true }
}

/** The invitations that wait for this person, of the organization that the request is about. */
export const invitationsOf = async (
  deps: Deps,
  { person, interaction }: SignedInInteraction,
): Promise<Invitation[]> => {
  const wanted = interaction.request.organization
  return (await invitationsFor(deps, person.id)).filter(
    (one) =>
      one.organizationId !== null && (!wanted || one.organizationId === wanted || one.organizationSlug === wanted),
  )
}

/** The organizations that a verified address leads to, when the request is not about one. */
export const joinableOf = async (
  deps: Deps,
  { person, interaction, memberships }: SignedInInteraction,
): Promise<Joinable[]> =>
  interaction.request.organization
    ? []
    : (await joinableFor(deps, person.id)).filter(
        ({ organizationId }) => !memberships.some((one) => one.organizationId === organizationId),
      )

/**
 * Chooses a membership, accepts an invitation or joins by domain, by its id. Anything else is refused, whatever was in
 * the form.
 */
export async function chooseOrganization(
  deps: Deps,
  visit: SignedInInteraction,
  choice: string,
  network: string,
): Promise<Result> {
  const member = visit.memberships.find((one) => one.organizationId === choice)
  if (member) {
    await remember(deps, visit, member.organizationId, null)
    return { ok: true }
  }
  const actor = { kind: 'user', id: visit.person.id, network } as const
  const invitation = (await invitationsOf(deps, visit)).find((one) => one.id === choice)
  if (invitation) {
    const accepted = await acceptInvitation(deps, actor, invitation)
    if (!accepted) return fail({ organization: 'invitation-void' })
    await remember(deps, visit, accepted, null)
    return { ok: true }
  }
  const joinable = (await joinableOf(deps, visit)).find((one) => one.organizationId === choice)
  const joined = joinable && (await joinByDomain(deps, actor, choice))
  if (!joined) return fail({ organization: 'not-available' })
  if (joined === 'joined') await remember(deps, visit, choice, null)
  return { ok: true }
}

/** Whether an organization may be made within this request. */
export const mayCreate = async (deps: Deps, { person, interaction }: SignedInInteraction): Promise<boolean> =>
  !interaction.request.organization && (await mayCreateOrganization(deps, person.id))

export interface FirstSteps {
  name: string
  /** Empty: made from the name. */
  slug: string
  /** Empty: no team yet. */
  team: string
  /** Addresses to invite, separated by anything that is not part of one. */
  invite: string
}

/** Creates an organization with this person as its owner and, when asked for, a first team and first invitations. */
export async function createOwnOrganization(
  deps: Deps,
  visit: SignedInInteraction,
  first: FirstSteps,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<Result> {
  if (visit.interaction.request.organization) return fail({ organization: 'not-available' })
  if (!(await mayCreate(deps, visit))) return fail({ organization: 'operators-only' })
  const addresses = first.invite.split(/[\s,;]+/).filter(Boolean)
  if (addresses.length > 20 || addresses.some((one) => !canonicalAddress(one)))
    return fail({ invite: addresses.length > 20 ? 'too-many-invitations' : 'invalid-address' })
  const actor = { kind: 'user', id: visit.person.id, network: visitor.network } as const
  const id = idOnce(visit.interaction.createdAt, 'organization', visit.interaction.id, visit.person.id)
  try {
    // Before the right to create is taken: a mistyped name must not use it up.
    nameOf(first.name, 'organization_name')
    if (first.team) nameOf(first.team, 'team_name')
    // The same form sent twice creates one organization, under one id: the second sender goes on with the first one's.
    if (!(await claimChoice(deps.db, visit.interaction, id, null))) return { ok: true }
    await createOrganizationFor(deps, actor, visit.person.id, { name: first.name, slug: first.slug || undefined, id })
    const teamId = first.team ? await createTeamIn(deps, actor, id, { name: first.team }) : null
    await rememberChoice(deps.db, visit.session.id, id, teamId)
    if (teamId) await noteChoice(deps.db, visit.interaction.id, id, teamId)
    const one = {
      roles: ['member'] as const,
      teamIds: teamId ? [teamId] : [],
      clientId: visit.client.id || null,
      languages: visitor.languages,
    }
    for (const email of addresses) await invite(deps, actor, id, { ...one, email })
    return { ok: true }
  } catch (error) {
    if (error instanceof MadeAlready) return { ok: true }
    if (error instanceof Refused && error.problem && error.field) return fail({ [error.field]: error.problem })
    throw error
  }
}

/** Chooses one of the person's teams in the organization of this step. */
export async function chooseTeam(
  deps: Deps,
  visit: SignedInInteraction,
  organizationId: string,
  choice: string,
): Promise<Result> {
  const teams = visit.memberships.find((one) => one.organizationId === organizationId)?.teams ?? []
  if (!teams.some((team) => team.id === choice)) return fail({ team: 'not-available' })
  await remember(deps, visit, organizationId, choice)
  return { ok: true }
}

export async function createOwnTeam(
  deps: Deps,
  visit: SignedInInteraction,
  organizationId: string,
  input: string,
  network: string,
): Promise<Result> {
  const id = idOnce(visit.interaction.createdAt, 'team', visit.interaction.id, visit.person.id, organizationId)
  try {
    nameOf(input, 'team_name')
    if (!(await claimChoice(deps.db, visit.interaction, organizationId, id))) return { ok: true }
    await createTeamIn(deps, { kind: 'user', id: visit.person.id, network }, organizationId, { name: input, id })
    await rememberChoice(deps.db, visit.session.id, organizationId, id)
    return { ok: true }
  } catch (error) {
    if (error instanceof MadeAlready) return { ok: true }
    if (!(error instanceof Refused)) throw error
    return fail({ team_name: error.problem ?? 'not-allowed-here' })
  }
}

/** In this request, and in this browser for the next one. */
async function remember(
  deps: Deps,
  { interaction, session }: SignedInInteraction,
  organizationId: string,
  teamId: string | null,
): Promise<void> {
  await noteChoice(deps.db, interaction.id, organizationId, teamId)
  await rememberChoice(deps.db, session.id, organizationId, teamId)
}
