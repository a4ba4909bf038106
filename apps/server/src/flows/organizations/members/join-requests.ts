import { findPerson } from '../../../store/hot/people.ts'
import { findJoinRequests, type JoinRequestRecord } from '../../../store/prisma/join-requests.ts'
import { queueMail } from '../../delivery/outbox.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { changeOrganization } from '../changes.ts'

/** Those who ask to join, a page at a time. */
export const listJoinRequests = (
  deps: Deps,
  { organization }: OrganizationView,
  page: { after: string | null; limit: number },
): Promise<JoinRequestRecord[]> => findJoinRequests(deps.db, organization.id, page)

/** Lets someone in, or not. They are told either way. */
export async function decideJoinRequest(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  allow: boolean,
): Promise<void> {
  const action = allow ? 'join_request.approved' : 'join_request.declined'
  const name = await changeOrganization(deps, actor, organizationId, action, async (change) => {
    if (!(await change.takeJoinRequest(userId))) throw new OperationRefused('not-found')
    if (allow && !(await change.rolesOf(userId))) await change.setRoles(userId, ['member'], deps.now())
    await change.record(['user', userId])
    return change.organization.name
  })
  const person = await findPerson(deps.db, userId)
  if (!person?.email) return
  const now = deps.now()
  await queueMail(
    deps,
    {
      kind: allow ? 'join-approved' : 'join-declined',
      to: person.email,
      application: deps.config.brand.name,
      organization: name,
      at: now.toISOString(),
      network: '',
      locales: person.locale ? [person.locale] : [],
      link: `${deps.config.issuer}/account/organizations`,
    },
    new Date(now.getTime() + 7 * day),
  )
}
