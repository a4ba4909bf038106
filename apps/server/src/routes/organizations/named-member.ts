import { findMember, findMembership, listMembers, memberLabels } from '../../flows/organizations/members/members.ts'
import { may } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { perPage, rowsFrom } from '../listing.ts'
import type { OrganizationRequest } from './request.ts'
import { type FormRequest, field, type SentForm } from './tab.ts'

const findNamedMember = (sent: SentForm): Promise<string | null> =>
  findMember(sent.deps, sent, { id: field(sent, 'user'), address: field(sent, 'person') })

/** Whether a form of an owner changes who is an owner: it gives that role, or is about somebody who has it. */
export async function changesOwners(sent: SentForm): Promise<boolean> {
  if (!may(sent.roles, 'own')) return false
  if (sent.params.all('role').includes('owner')) return true
  const userId = await findNamedMember(sent)
  return userId !== null && (await findMembership(sent.deps, sent, userId))?.roles.includes('owner') === true
}

/** The id of the member that a form names by id or by email address. */
export async function namedMember(request: FormRequest): Promise<string> {
  const found = await findNamedMember(request)
  if (!found) throw new OperationRefused('invalid', 'person', 'no-such-member')
  return found
}

/** What a notice calls a person, also one who is no longer a member. Without a name: nothing, and the notice is left out. */
export const labelsFor = async (request: OrganizationRequest, userId: string): Promise<string[]> => {
  const label = (await memberLabels(request.deps, request.actor, request, [userId])).get(userId)
  return label === undefined ? [] : [label]
}

/** What a question calls a member. Throws if it is not a member, as the operation itself would. */
export async function memberLabel(request: OrganizationRequest, userId: string): Promise<string> {
  const label = (await memberLabels(request.deps, request.actor, request, [userId])).get(userId)
  if (label === undefined) throw new OperationRefused('not-a-member')
  return label
}

/** Every member, to choose from a list. Null if there are too many for a list. */
export const membersToChoose = async (request: OrganizationRequest, total: number) =>
  total > perPage ? null : listMembers(request.deps, request.actor, request, rowsFrom(null))
