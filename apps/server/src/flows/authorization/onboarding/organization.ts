import type { Membership } from '../../../oidc/claims.ts'
import { noteChoice } from '../../../store/hot/interactions.ts'
import { rememberChoice } from '../../../store/hot/sessions.ts'
import type { Invitation } from '../../../store/prisma/organizations/invitations.ts'
import { acceptInvitation, pendingInvitations } from '../../organizations/invitations/received-invitations.ts'
import { type JoinableOrganization, joinableOrganizations, joinByDomain } from '../../organizations/members/joining.ts'
import { userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { fail, type Result } from './result.ts'

/** The pending invitations of this person: to the requested organization, where there is one. */
export const offeredInvitations = async (
  deps: Deps,
  { person, interaction }: SignedInInteraction,
): Promise<Invitation[]> => {
  const wanted = interaction.request.organization
  return (await pendingInvitations(deps, person.id)).filter(
    ({ organizationId, organizationSlug }) =>
      organizationId !== null && (!wanted || organizationId === wanted || organizationSlug === wanted),
  )
}

/** The organizations of this person: the requested one alone, where there is one. */
export const offeredMemberships = ({ interaction, memberships }: SignedInInteraction): readonly Membership[] => {
  const wanted = interaction.request.organization
  return memberships.filter(({ organizationId, slug }) => !wanted || organizationId === wanted || slug === wanted)
}

/** The organizations that a verified address of this person leads to, unless the request names one. */
export const offeredOrganizations = async (
  deps: Deps,
  { person, interaction, memberships }: SignedInInteraction,
): Promise<JoinableOrganization[]> =>
  interaction.request.organization
    ? []
    : (await joinableOrganizations(deps, person.id)).filter(
        ({ organizationId }) => !memberships.some((membership) => membership.organizationId === organizationId),
      )

/**
 * Chooses a membership, accepts an invitation or joins by domain, by its id. Anything else is refused, whatever was in
 * the form.
 */
export async function chooseOrganization(
  deps: Deps,
  current: SignedInInteraction,
  choice: string,
  network: string,
): Promise<Result> {
  const member = offeredMemberships(current).find(({ organizationId }) => organizationId === choice)
  if (member) {
    await rememberOrganization(deps, current, member.organizationId, null)
    return { ok: true }
  }
  const actor = userActor(current.person.id, network)
  const invitation = (await offeredInvitations(deps, current)).find(({ id }) => id === choice)
  if (invitation) {
    const accepted = await acceptInvitation(deps, actor, invitation)
    if (!accepted) return fail({ organization: 'invitation-void' })
    await rememberOrganization(deps, current, accepted, null)
    return { ok: true }
  }
  const joinable = (await offeredOrganizations(deps, current)).find(({ organizationId }) => organizationId === choice)
  const joined = joinable && (await joinByDomain(deps, actor, choice))
  if (!joined) return fail({ organization: 'not-available' })
  if (joined === 'joined') await rememberOrganization(deps, current, choice, null)
  return { ok: true }
}

/** For this request, and in this browser for the next one. */
export async function rememberOrganization(
  deps: Deps,
  { interaction, session }: SignedInInteraction,
  organizationId: string,
  teamId: string | null,
): Promise<void> {
  await noteChoice(deps.db, interaction.id, organizationId, teamId)
  await rememberChoice(deps.db, session.id, organizationId, teamId)
}
