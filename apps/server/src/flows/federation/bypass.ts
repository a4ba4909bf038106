import { hasBypass, insertBypass } from '../../store/beyond-prisma/organizations/sso-bypasses.ts'
import { isRecent } from '../identity/sessions.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { changeLockedOrganization } from '../organizations/changes.ts'
import { userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { notifyOwners } from './owner-notices.ts'

/** How long it lasts, in milliseconds. */
const bypassLife = hour

type Owner = Pick<SignedIn, 'session' | 'person'>

/**
 * Opens the pages of company sign-in to an owner who can't get in by it, and nothing else: they signed in with a passkey within
 * the last minutes. A mailed code never does, since that is what company sign-in is required instead of. All owners are told.
 * @throws OperationRefused
 */
export async function openBypass(
  deps: Deps,
  { session, person }: Owner,
  organizationId: string,
  visitor: Visitor,
): Promise<void> {
  if (session.passkeyId === null || !isRecent(deps, session)) throw new OperationRefused('forbidden')
  const actor = userActor(person.id, visitor.network)
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + bypassLife)
  const opened = await changeLockedOrganization(deps, actor, organizationId, 'sso.bypassed', async (change) => {
    const { organization, tx } = change
    if (organization.disabledAt || !(await change.rolesOf(person.id))?.includes('owner')) return false
    await insertBypass(tx, { sessionId: session.id, organizationId, userId: person.id, now, expiresAt })
    await change.record(['user', person.id], { until: expiresAt.toISOString() })
    await notifyOwners(deps, tx, organization, { news: 'bypassed', actor, name: person.email ?? person.id })
    return true
  })
  if (!opened) throw new OperationRefused('forbidden')
}

/** Whether the pages of company sign-in are open to this session although it does not meet the rules of the organization. */
export const isBypassed = ({ db, now }: Deps, { session, person }: Owner, organizationId: string): Promise<boolean> =>
  hasBypass(db, { sessionId: session.id, organizationId, userId: person.id }, now())
