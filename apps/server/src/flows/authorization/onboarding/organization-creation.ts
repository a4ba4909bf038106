import { idOnce } from '../../../crypto/random.ts'
import { MadeAlready } from '../../../store/connections/errors.ts'
import { claimChoice, noteChoice } from '../../../store/hot/interactions.ts'
import { rememberChoice } from '../../../store/hot/sessions.ts'
import { invite } from '../../organizations/invitations/invitations.ts'
import { parseName } from '../../organizations/names.ts'
import {
  countOrganization,
  createOrganization,
  mayCreateOrganization,
} from '../../organizations/organization-creation.ts'
import { createTeam } from '../../organizations/teams.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { inOneTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { FieldChange } from '../../platform/fields/field-values.ts'
import { fieldsOfNewOrganization } from '../../platform/fields/required-fields.ts'
import { TooManyAttempts } from '../../platform/limits.ts'
import { isSlug } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { answersTo, problemsOfAnswers } from './asked-fields.ts'
import { fail } from './result.ts'

const maxInvitations = 20

/** Whether an organization may be created within this request. */
export const mayCreate = async (deps: Deps, current: SignedInInteraction): Promise<boolean> =>
  !current.interaction.request.organization && (await mayCreateOrganization(deps, current))

/** What the page that creates a first organization asks for. */
export interface NewOrganizationForm {
  name: string
  /** Empty: made from the name. */
  slug: string
  /** Empty: no team yet. */
  team: string
  /** Addresses to invite, separated by anything that is not part of one. */
  invite: string
  /** What is required of a new organization. */
  fields: FieldChange
}

/** What became of the form: also the addresses that have had too many invitations today. */
export type Creation = { ok: true; notInvited: readonly string[] } | ReturnType<typeof fail>

/** What a form that was sent before has created already. */
const createdAlready: Creation = { ok: true, notInvited: [] }

/**
 * Creates an organization with this person as its owner and, when asked for, a first team and first invitations: all of it,
 * or nothing.
 */
export async function createOwnOrganization(
  deps: Deps,
  current: SignedInInteraction,
  form: NewOrganizationForm,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<Creation> {
  if (current.interaction.request.organization) return fail({ organization: 'not-available' })
  if (!(await mayCreate(deps, current))) return fail({ organization: 'operators-only' })
  const addresses = form.invite.split(/[\s,;]+/).filter(Boolean)
  if (addresses.length > maxInvitations || addresses.some((address) => !canonicalAddress(address)))
    return fail({ invite: addresses.length > maxInvitations ? 'too-many-invitations' : 'invalid-address' })
  try {
    // A mistyped form does not count.
    parseName(form.name, 'organization_name')
    if (form.team) parseName(form.team, 'team_name')
    if (form.slug && !isSlug(form.slug)) return fail({ organization_slug: 'invalid-slug' })
    const fields = answersTo(fieldsOfNewOrganization(deps), form.fields)
    const problems = problemsOfAnswers(deps, 'organization', fields)
    if (Object.keys(problems).length > 0) return fail(problems)
    await countOrganization(deps, current.person.id)
    return await inOneTransaction(deps, (within) =>
      createWithTeam(within, current, { ...form, addresses, fields }, visitor),
    )
  } catch (error) {
    if (error instanceof MadeAlready) return createdAlready
    if (error instanceof OperationRefused && error.problem && error.field) return fail({ [error.field]: error.problem })
    throw error
  }
}

async function createWithTeam(
  deps: Deps,
  { interaction, session, person, client }: SignedInInteraction,
  { name, slug, team, addresses, fields }: NewOrganizationForm & { addresses: readonly string[] },
  { network, languages }: Pick<Visitor, 'network' | 'languages'>,
): Promise<Creation> {
  const actor = userActor(person.id, network)
  const id = idOnce(interaction.createdAt, 'organization', interaction.id, person.id)
  // The same form sent twice creates one organization, under one id: the second sender goes on with the first one's.
  if (!(await claimChoice(deps.db, interaction, id, null))) return createdAlready
  await createOrganization(deps, actor, person.id, {
    name,
    slug: slug || undefined,
    id,
    fields,
    creator: { person, session },
  })
  const teamId = team ? await createTeam(deps, actor, id, { name: team }) : null
  await rememberChoice(deps.db, session.id, id, teamId)
  if (teamId) await noteChoice(deps.db, interaction.id, id, teamId)
  const invitation = {
    roles: ['member'] as const,
    teamIds: teamId ? [teamId] : [],
    clientId: client.id || null,
    languages,
  }
  const notInvited: string[] = []
  for (const email of new Set(addresses)) {
    try {
      await invite(deps, actor, id, { ...invitation, email })
    } catch (error) {
      if (error instanceof TooManyAttempts) notInvited.push(email)
      else if (error instanceof OperationRefused && error.field === 'email')
        throw new OperationRefused(error.reason, 'invite', error.problem ?? 'not-available')
      else throw error
    }
  }
  return { ok: true, notInvited }
}
