import { findPasskeys, type Passkey } from '../../../store/hot/passkeys.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { findRecentEventsAbout } from '../../../store/prisma/audit-events.ts'
import type { DirectoryUser } from '../../../store/prisma/directory.ts'
import { findAllMemberships, type PersonMembership } from '../../../store/prisma/organizations/members.ts'
import { exportPerson } from '../../../store/prisma/people.ts'
import { findListedSession } from '../../../store/prisma/sessions.ts'
import { applicationsOf, type ShownApplication } from '../../account/applications.ts'
import { findOpenRecovery } from '../../account/passkey-recovery.ts'
import { deviceOf, type ShownSession, showSessions } from '../../account/sessions.ts'
import { notify } from '../../delivery/notices.ts'
import { type LinkedIdentity, linkedIdentities } from '../../federation/linked-identities.ts'
import { actOnPerson } from '../../identity/operator-protection.ts'
import type { Actor, AuditEvent } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { getPerson } from '../directory.ts'
import type { Manager } from '../managers.ts'
import { countPersonSessions, listPersonSessions } from '../person-access.ts'
import { attemptsOf, type ShownAttempt } from '../sign-in-attempts.ts'

export interface PersonDetails {
  person: DirectoryUser
  passkeys: Passkey[]
  identities: LinkedIdentity[]
  memberships: PersonMembership[]
  applications: ShownApplication[]
  sessions: ShownSession[]
  /** On all pages. */
  sessionCount: number
  /** The id after which older sessions are listed. */
  olderSessions: string | null
  /** The last attempts to sign in, the newest first. */
  attempts: ShownAttempt[]
  recovery: Awaited<ReturnType<typeof findOpenRecovery>>
  /** What they did and what was done to them, the newest first. */
  events: AuditEvent[]
}

const sessionsPerPage = 20
const eventsShown = 50

/** Everything that the console shows of a person. `before`: the session after which older ones are listed. */
export async function viewPerson(
  deps: Deps,
  actor: Manager,
  id: string,
  before: string | null = null,
): Promise<PersonDetails> {
  const person = await getPerson(deps, actor, id)
  const addresses = person.emails.map(({ address }) => address)
  const [passkeys, identities, memberships, applications, listed, sessionCount, attempts, recovery, events] =
    await Promise.all([
      findPasskeys(deps.db, id),
      linkedIdentities(deps, id),
      findAllMemberships(deps.db, id),
      applicationsOf(deps, id),
      listPersonSessions(deps, actor, id, { before, limit: sessionsPerPage + 1 }),
      countPersonSessions(deps, actor, id),
      attemptsOf(deps, actor, id, addresses),
      findOpenRecovery(deps, id),
      findRecentEventsAbout(deps.db, id, eventsShown),
    ])
  const shown = listed.slice(0, sessionsPerPage)
  const sessions = await showSessions(deps, shown)
  const olderSessions = listed.length > sessionsPerPage ? (shown.at(-1)?.id ?? null) : null
  return {
    person,
    passkeys,
    identities,
    memberships,
    applications,
    sessions,
    sessionCount,
    olderSessions,
    attempts,
    recovery,
    events,
  }
}

/** What a question about an act names: the device of a session of this person. */
export async function deviceOfSession(deps: Deps, userId: string, sessionId: string): Promise<string> {
  const session = sessionId ? await findListedSession(deps.db, sessionId) : null
  return session?.userId === userId ? deviceOf(session) : '–'
}

/**
 * Everything stored about a person, as one object, except the digests of secrets: what they would get themselves. Every
 * mailbox of theirs is notified, since they would be if they had asked for it.
 */
export async function exportPersonByOperator(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
): Promise<Record<string, unknown>> {
  const person = await findPerson(deps.db, userId)
  if (!person) throw new OperationRefused('not-found')
  await actOnPerson(deps, actor, { userId, action: 'user.exported' }, async (tx) => {
    await tx.record(actor, { action: 'user.exported', target: ['user', userId] })
    await notify(deps, tx, { person, event: 'data-exported' })
  })
  // Only now: whoever may not take it is refused before anything is read.
  const data = await exportPerson(deps.db, userId)
  return { exportedAt: deps.now().toISOString(), issuer: deps.config.issuer, subject: userId, ...data }
}
