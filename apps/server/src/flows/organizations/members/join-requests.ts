import type { Mail } from '../../../mail/messages.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { findJoinRequests, type JoinRequestRecord } from '../../../store/prisma/organizations/join-requests.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'

/** The join requests of an organization, a page at a time. */
export const listJoinRequests = (
  deps: Deps,
  { organization }: OrganizationView,
  page: { after: string | null; limit: number },
): Promise<JoinRequestRecord[]> => findJoinRequests(deps.db, organization.id, page)

/** Approves or declines a join request. The mail that tells the person is queued with the decision. */
export async function decideJoinRequest(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  allow: boolean,
): Promise<void> {
  const action = allow ? 'join_request.approved' : 'join_request.declined'
  await changeOrganization(deps, actor, organizationId, action, async (change) => {
    if (!(await change.takeJoinRequest(userId))) throw new OperationRefused('not-found')
    if (allow && !(await change.rolesOf(userId))) await change.setRoles(userId, ['member'], deps.now())
    await change.record(['user', userId])
    await mailDecision(deps, change, userId, allow)
  })
}

async function mailDecision(
  deps: Deps,
  { tx, organization }: Pick<AuditedChange, 'tx' | 'organization'>,
  userId: string,
  allow: boolean,
): Promise<void> {
  const person = await findPerson(tx, userId)
  if (!person?.email) return
  const now = deps.now()
  const mail: Mail = {
    kind: allow ? 'join-approved' : 'join-declined',
    ...mailContext(deps, person.email, {
      locales: [person.locale],
      themeOf: { organization: { id: organization.id, name: organization.name } },
    }),
    organization: organization.name,
    link: `${deps.config.issuer}/account/organizations`,
  }
  await queueMail(deps, tx, mail, new Date(now.getTime() + 7 * day))
}
