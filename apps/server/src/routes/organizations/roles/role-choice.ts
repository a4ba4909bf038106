import { listRoles } from '../../../flows/organizations/roles/role-lists.ts'
import { rightsLimits } from '../../../oidc/permissions.ts'
import { type RoleBox, roleBoxes, roleLabel } from '../../../pages/rights.tsx'
import type { OrganizationRequest } from '../request.ts'
import type { FormRequest } from '../tab.ts'

interface NamedRole {
  id: string
}

/** The check boxes of a form that gives roles. There is none where nothing is declared. */
export async function roleChoice(request: OrganizationRequest, held: readonly NamedRole[] = []): Promise<RoleBox[]> {
  const { deps, actor, frame } = request
  if (deps.permissions.declared.length === 0) return []
  return (await listRoles(deps, actor, request)).map((role) => ({
    ...{ id: role.id, key: role.key, label: roleLabel(frame.words, role) },
    held: held.some(({ id }) => id === role.id),
    mayGive: role.mayGive,
  }))
}

/**
 * The ids of the roles that a form with these boxes leaves; undefined for a form without them. A box that could not be
 * changed is not sent: what it stands for stays.
 */
export async function chosenRoles(
  request: FormRequest,
  held: readonly NamedRole[],
): Promise<{ ids: string[]; labels: string[] } | undefined> {
  const { params } = request
  if (params.get(roleBoxes.shown) === undefined) return undefined
  const boxes = await roleChoice(request, held)
  const ticked = params.all(roleBoxes.name).slice(0, rightsLimits.operatorRoles + rightsLimits.ownRoles)
  const ids = [...new Set([...ticked, ...boxes.filter((box) => box.held && !box.mayGive).map(({ id }) => id)])]
  return { ids, labels: boxes.filter(({ id }) => ids.includes(id)).map(({ label }) => label) }
}
