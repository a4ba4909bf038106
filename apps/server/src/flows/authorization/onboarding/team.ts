import { idOnce } from '../../../crypto/random.ts'
import { MadeAlready } from '../../../store/connections/errors.ts'
import { claimChoice } from '../../../store/hot/interactions.ts'
import { rememberChoice } from '../../../store/hot/sessions.ts'
import { parseName } from '../../organizations/names.ts'
import { joinOpenTeam } from '../../organizations/team-members.ts'
import { createTeam } from '../../organizations/teams.ts'
import { inOneTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { rememberOrganization } from './organization.ts'
import { fail, type Result } from './result.ts'

/** Chooses one of the person's teams in the organization of this step, or joins one that is open to its members. */
export async function chooseTeam(
  deps: Deps,
  current: SignedInInteraction,
  organizationId: string,
  choice: string,
  network: string,
): Promise<Result> {
  const teams = current.memberships.find((membership) => membership.organizationId === organizationId)?.teams ?? []
  const actor = userActor(current.person.id, network)
  if (!teams.some((team) => team.id === choice) && !(await joinOpenTeam(deps, actor, organizationId, choice)))
    return fail({ team: 'not-available' })
  await rememberOrganization(deps, current, organizationId, choice)
  return { ok: true }
}

export async function createOwnTeam(
  deps: Deps,
  current: SignedInInteraction,
  organizationId: string,
  input: string,
  network: string,
): Promise<Result> {
  const id = idOnce(current.interaction.createdAt, 'team', current.interaction.id, current.person.id, organizationId)
  try {
    parseName(input, 'team_name')
    return await inOneTransaction(deps, async (within): Promise<Result> => {
      if (!(await claimChoice(within.db, current.interaction, organizationId, id))) return { ok: true }
      await createTeam(within, userActor(current.person.id, network), organizationId, { name: input, id })
      await rememberChoice(within.db, current.session.id, organizationId, id)
      return { ok: true }
    })
  } catch (error) {
    if (error instanceof MadeAlready) return { ok: true }
    if (!(error instanceof OperationRefused)) throw error
    return fail({ team_name: error.problem ?? 'not-allowed-here' })
  }
}
