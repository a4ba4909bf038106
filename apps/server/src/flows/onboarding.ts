import { newId } from '../crypto/random.ts'
import { claimChoice, noteChoice } from '../store/interactions.ts'
import { acceptInvitation, findInvitations, type Invitation } from '../store/invitations.ts'
import { createOrganization, createTeam } from '../store/organizations.ts'
import { rememberChoice } from '../store/sessions.ts'
import { insertAcceptance } from '../store/terms.ts'
import { updateNames } from '../store/users.ts'
import type { Visit } from './authorize.ts'
import type { Deps } from './deps.ts'
import { spend, TooManyAttempts } from './limits.ts'
import { cleanName, slugCandidates } from './names.ts'

/** A visit at which someone is signed in. */
export type SignedInVisit = Visit & { session: NonNullable<Visit['session']>; person: NonNullable<Visit['person']> }

/** What a person mistyped, under the name of the field. */
export type Problems = Partial<
  Record<
    | 'given_name'
    | 'family_name'
    | 'organization'
    | 'organization_name'
    | 'team'
    | 'team_name'
    | 'accept_terms'
    | 'passkey',
    string
  >
>
export type Result = { ok: true } | { ok: false; problems: Problems }

/** How many organizations one person may create. */
const organizationsPerPerson = [{ count: 10, window: 86_400_000 }]

const fail = (problems: Problems): Result => ({ ok: false, problems })

/** Accepts the version that is in force: the form names the version it showed. */
export async function acceptTerms(
  deps: Deps,
  { person, interaction }: SignedInVisit,
  accepted: boolean,
  version: string,
): Promise<Result> {
  if (!accepted) return fail({ accept_terms: 'must-accept' })
  if (version !== deps.config.terms?.version) return fail({ accept_terms: 'terms-changed' })
  await insertAcceptance(deps.db, {
    userId: person.id,
    version,
    locale: interaction.request.uiLocales[0]?.slice(0, 35) ?? 'en',
    now: deps.now(),
  })
  return { ok: true }
}

/** The given name is required, the family name may be empty: not everyone has one. */
export async function completeProfile(
  deps: Deps,
  { person }: SignedInVisit,
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

/** The invitations that wait for this person. */
export const invitationsOf = async (deps: Deps, { person, interaction }: SignedInVisit): Promise<Invitation[]> => {
  const all = person.email ? await findInvitations(deps.db, person.email, deps.now()) : []
  const wanted = interaction.request.organization
  return all.filter(
    (one) =>
      one.organizationId !== null && (!wanted || one.organizationId === wanted || one.organizationSlug === wanted),
  )
}

/** Chooses a membership or accepts an invitation, by its id. Anything else is refused, whatever was in the form. */
export async function chooseOrganization(deps: Deps, visit: SignedInVisit, choice: string): Promise<Result> {
  const member = visit.memberships.find((one) => one.organizationId === choice)
  if (member) {
    await remember(deps, visit, member.organizationId, null)
    return { ok: true }
  }
  const invitation = (await invitationsOf(deps, visit)).find((one) => one.id === choice)
  if (!invitation || !visit.person.email) return fail({ organization: 'not-available' })
  const accepted = await acceptInvitation(deps.db, invitation.id, visit.person.email, visit.person.id, deps.now())
  if (!accepted?.organizationId) return fail({ organization: 'not-available' })
  await remember(deps, visit, accepted.organizationId, null)
  return { ok: true }
}

/** Creates an organization with this person as its owner. The slug is made from the name. */
export async function createOwnOrganization(deps: Deps, visit: SignedInVisit, input: string): Promise<Result> {
  const cleaned = cleanName(input)
  if (!cleaned.ok) return fail({ organization_name: cleaned.problem })
  if (cleaned.name === '') return fail({ organization_name: 'required' })
  if (visit.interaction.request.organization) return fail({ organization: 'not-available' })
  const wait = await spend(deps, `organizations:${visit.person.id}`, organizationsPerPerson)
  if (wait !== null) throw new TooManyAttempts(wait)
  const id = newId(deps.now())
  // The same form sent twice creates one organization: the second sender goes on with the first one's.
  if (!(await claimChoice(deps.db, visit.interaction, id, null))) return { ok: true }
  for (const slug of slugCandidates(cleaned.name)) {
    const one = { id, slug, name: cleaned.name, ownerId: visit.person.id, now: deps.now() }
    if (!(await createOrganization(deps.db, one))) continue
    await rememberChoice(deps.db, visit.session.id, id, null)
    return { ok: true }
  }
  return fail({ organization_name: 'taken' })
}

/** Chooses one of the person's teams in the organization of this step. */
export async function chooseTeam(
  deps: Deps,
  visit: SignedInVisit,
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
  visit: SignedInVisit,
  organizationId: string,
  input: string,
): Promise<Result> {
  const cleaned = cleanName(input)
  if (!cleaned.ok) return fail({ team_name: cleaned.problem })
  if (cleaned.name === '') return fail({ team_name: 'required' })
  const id = newId(deps.now())
  if (!(await claimChoice(deps.db, visit.interaction, organizationId, id))) return { ok: true }
  for (const slug of slugCandidates(cleaned.name)) {
    const one = { id, organizationId, slug, name: cleaned.name, memberId: visit.person.id, now: deps.now() }
    if (!(await createTeam(deps.db, one))) continue
    await rememberChoice(deps.db, visit.session.id, organizationId, id)
    return { ok: true }
  }
  return fail({ team_name: 'taken' })
}

/** In this request, and in this browser for the next one. */
async function remember(
  deps: Deps,
  { interaction, session }: SignedInVisit,
  organizationId: string,
  teamId: string | null,
): Promise<void> {
  await noteChoice(deps.db, interaction.id, organizationId, teamId)
  await rememberChoice(deps.db, session.id, organizationId, teamId)
}
