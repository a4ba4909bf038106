import { idOnce } from '../../../crypto/random.ts'
import { MadeAlready } from '../../../store/connections/errors.ts'
import { claimChoice, noteChoice } from '../../../store/hot/interactions.ts'
import { rememberChoice } from '../../../store/hot/sessions.ts'
import { invite } from '../../organizations/invitations/invitations.ts'
import { parseName } from '../../organizations/names.ts'
import { createOrganization, mayCreateOrganization } from '../../organizations/organization-creation.ts'
import { createTeam } from '../../organizations/teams.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { fail, type Result } from './result.ts'

const maxInvitations = 20

/** Whether an organization may be created within this request. */
export const mayCreate = async (deps: Deps, { person, interaction }: SignedInInteraction): Promise<boolean> =>
  !interaction.request.organization && (await mayCreateOrganization(deps, person.id))

/** What the page that creates a first organization asks for. */
export interface NewOrganizationForm {
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
  current: SignedInInteraction,
  form: NewOrganizationForm,
  visitor: Pick<Visitor, 'network' | 'languages'>,
): Promise<Result> {
  if (current.interaction.request.organization) return fail({ organization: 'not-available' })
  if (!(await mayCreate(deps, current))) return fail({ organization: 'operators-only' })
  const addresses = form.invite.split(/[\s,;]+/).filter(Boolean)
  if (addresses.length > maxInvitations || addresses.some((address) => !canonicalAddress(address)))
    return fail({ invite: addresses.length > maxInvitations ? 'too-many-invitations' : 'invalid-address' })
  const actor = userActor(current.person.id, visitor.network)
  const id = idOnce(current.interaction.createdAt, 'organization', current.interaction.id, current.person.id)
  try {
    // Checked before the right to create is claimed: a mistyped name must not use it up.
    parseName(form.name, 'organization_name')
    if (form.team) parseName(form.team, 'team_name')
    // The same form sent twice creates one organization, under one id: the second sender goes on with the first one's.
    if (!(await claimChoice(deps.db, current.interaction, id, null))) return { ok: true }
    await createOrganization(deps, actor, current.person.id, { name: form.name, slug: form.slug || undefined, id })
    const teamId = form.team ? await createTeam(deps, actor, id, { name: form.team }) : null
    await rememberChoice(deps.db, current.session.id, id, teamId)
    if (teamId) await noteChoice(deps.db, current.interaction.id, id, teamId)
    const invitation = {
      roles: ['member'] as const,
      teamIds: teamId ? [teamId] : [],
      clientId: current.client.id || null,
      languages: visitor.languages,
    }
    for (const email of addresses) await invite(deps, actor, id, { ...invitation, email })
    return { ok: true }
  } catch (error) {
    if (error instanceof MadeAlready) return { ok: true }
    if (error instanceof OperationRefused && error.problem && error.field) return fail({ [error.field]: error.problem })
    throw error
  }
}
