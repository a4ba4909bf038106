import { memberLabels } from '../../../flows/organizations/members/members.ts'
import { type ExplainedMember, explainMember } from '../../../flows/organizations/roles/role-lists.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { MemberPermissionsPage, type RightPath } from '../../../pages/organizations/member-permissions.tsx'
import { roleLabel } from '../../../pages/rights.tsx'
import { namesOfRoles } from '../../../pages/roles.ts'
import { groupsOf } from '../../rights.ts'
import { memberLabel } from '../named-member.ts'
import { type OrganizationRequest, organizationFrame } from '../request.ts'

/** What a member may do, and why: for those who manage members, and for oneself. */
export async function showMemberPermissions(request: OrganizationRequest): Promise<Response> {
  const { deps, c, actor, roles, frame } = request
  const userId = pathParameter(c, 'user')
  const mayManage = may(roles, 'manage-members')
  if (deps.permissions.declared.length === 0 || !(mayManage || userId === actor.id))
    throw new OperationRefused('not-found')
  const explained = await explainMember(deps, request, userId)
  const pathsOf = await pathsBy(request, explained)
  const permissions = explained.permissions.map(({ permission, by }) => ({ ...permission, paths: by.flatMap(pathsOf) }))
  return page(
    <MemberPermissionsPage
      frame={organizationFrame(request)}
      person={await memberLabel(request, userId)}
      groups={groupsOf(deps, frame.words, permissions)}
    />,
  )
}

/** The ways in which a member has the role of a key: every grant of it, or one for owner, admin and member. */
async function pathsBy(
  request: OrganizationRequest,
  { held }: ExplainedMember,
): Promise<(key: string) => readonly RightPath[]> {
  const { deps, actor, frame } = request
  const givers = held.map(({ grantedByKind, grantedBy }) => (grantedByKind === 'user' ? grantedBy : null))
  const names = await memberLabels(deps, actor, request, givers)
  // Of a giver without a name, a member who sees no addresses learns nothing from the id.
  const giverOf = ({ grantedByKind, grantedBy }: (typeof held)[number]): string | null => {
    if (grantedByKind !== 'user') return deps.config.brand.name
    const label = names.get(grantedBy ?? '')
    return label === undefined || label === grantedBy ? null : label
  }
  const paths = held.map((grant) => ({
    key: grant.role.key,
    role: roleLabel(frame.words, grant.role),
    team: grant.team?.name ?? null,
    given: { by: giverOf(grant), at: grant.grantedAt },
  }))
  return (key) => {
    const found = paths.filter((path) => path.key === key)
    return found.length > 0
      ? found
      : namesOfRoles(frame.words, [key]).map((role) => ({ role, team: null, given: null }))
  }
}
