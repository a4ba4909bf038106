import type { Membership } from '../../oidc/claims.ts'
import { nameOrAddress } from '../../oidc/person-names.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findMemberships, findPerson, isDisabled } from '../../store/hot/people.ts'
import { isSessionAlive } from '../../store/hot/sessions.ts'
import {
  endImpersonation as endRow,
  findImpersonation,
  findOpenImpersonations,
  findRunningOfOperator,
  type Impersonation,
  type ImpersonationEnd,
} from '../../store/prisma/impersonations.ts'
import { notify } from '../delivery/notices.ts'
import { type Actor, type AuditedTransaction, inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { findOperatorRole, isAtLeast, isOperator } from './operator-roles.ts'
import { isOwner } from './second-operator.ts'
import { closeSessionIn, currentSession } from './sessions.ts'

export type { Impersonation, ImpersonationEnd } from '../../store/prisma/impersonations.ts'

/**
 * Operators who act as a person at one application (RFC 8693 section 4.1, docs/operators.md). The person's session is
 * never theirs: the tokens belong to a session of the person that has no secret, so no cookie opens it, and the
 * operator's browser keeps the operator's own. What answers an authorization request for it is
 * flows/authorization/impersonated-requests.ts, and nothing else.
 */
export type ImpersonationState = 'asked' | 'allowed' | 'running' | 'declined' | 'expired' | 'ended'

export function stateOf(impersonation: Impersonation, now: Date): ImpersonationState {
  const { endedAt, endedBy, expiresAt, startedAt, allowedAt } = impersonation
  if (endedBy === 'declined') return 'declined'
  if (startedAt) return endedAt || expiresAt <= now ? 'ended' : 'running'
  if (endedAt || expiresAt <= now) return 'expired'
  return allowedAt ? 'allowed' : 'asked'
}

/** What the operator's browser holds: sealed, so its pages show the banner without asking the database. */
export interface ImpersonationCookie {
  id: string
  operatorSessionId: string
  clientId: string
  person: string
  application: string
  reason: string
  /** Milliseconds since the epoch. */
  until: number
}

export const sealImpersonation = ({ keyring }: Pick<Deps, 'keyring'>, cookie: ImpersonationCookie): string =>
  keyring.seal('impersonation', JSON.stringify(cookie))

export function openImpersonation(
  { keyring }: Pick<Deps, 'keyring'>,
  cookie: string | undefined,
): ImpersonationCookie | null {
  const text = cookie === undefined ? null : keyring.open('impersonation', cookie)
  return text === null ? null : (JSON.parse(text) as ImpersonationCookie)
}

/** What every event says: who acts, on behalf of whom, where and why. */
export const impersonationEvent = (impersonation: Impersonation) => ({
  organizationId: impersonation.organizationId,
  target: ['user', impersonation.userId] as const,
  detail: {
    impersonation: impersonation.id,
    operator: impersonation.operatorId,
    on_behalf_of: impersonation.userId,
    client: impersonation.clientId,
    reason: impersonation.reason,
    ...(impersonation.ticket ? { ticket: impersonation.ticket } : {}),
  },
})

/** How an operator is named to others: by their name, or else by their address. */
export async function nameOfOperator(store: SqlStore, operatorId: string): Promise<string> {
  return nameOrAddress(await findPerson(store, operatorId), operatorId)
}

/** Tells every mailbox of the person that an operator begins or stops to act as them. */
export async function notifyOfImpersonation(
  deps: Deps,
  tx: AuditedTransaction,
  event: 'impersonation-started' | 'impersonation-ended',
  { userId, operatorId, clientId, reason }: Impersonation,
): Promise<void> {
  const person = await findPerson(tx, userId)
  if (!person) return
  const name = await nameOfOperator(tx, operatorId)
  const application = deps.clients.findEvenDisabled(clientId)?.name ?? clientId
  const detail = `${name} · ${application} · ${reason}`
  await notify(deps, tx, { person, event, detail })
}

/**
 * Ends an impersonation that was asked for, allowed or began, and with it everything that it was given: its session, the
 * tokens of it, and what the application holds, which is told by back-channel logout. False when it was over.
 */
export async function endImpersonation(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  { id }: Pick<Impersonation, 'id'>,
  endedBy: ImpersonationEnd,
): Promise<boolean> {
  if (!(await endRow(tx, id, endedBy, deps.now()))) return false
  // Read while its row is held: it may have started since the caller read it.
  const impersonation = await findImpersonation(tx, id)
  if (!impersonation) return false
  if (impersonation.sessionId) await closeSessionIn(deps, tx, impersonation.sessionId, actor)
  const { detail, ...event } = impersonationEvent(impersonation)
  const action = endedBy === 'declined' ? 'impersonation.declined' : 'impersonation.ended'
  await tx.record(actor, { action, ...event, detail: { ...detail, ended_by: endedBy } })
  if (impersonation.startedAt) await notifyOfImpersonation(deps, tx, 'impersonation-ended', impersonation)
  return true
}

/** Ends what an operator has begun: they act as one person at a time, and not beyond their own sign-out. */
export async function endImpersonationsOfOperator(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  operatorId: string,
  endedBy: ImpersonationEnd,
): Promise<number> {
  let ended = 0
  for (const running of await findRunningOfOperator(tx, operatorId))
    if (await endImpersonation(deps, tx, actor, running, endedBy)) ended += 1
  return ended
}

/**
 * The operator presses the button of the banner. What the cookie names ends; without one, or where that is over, what the
 * operator who is signed in has running. False if nothing ended.
 */
export async function stopByButton(deps: Deps, visitor: Visitor): Promise<boolean> {
  const cookie = openImpersonation(deps, visitor.impersonationCookie)
  const [found, session] = await Promise.all([
    cookie && findImpersonation(deps.db, cookie.id),
    currentSession(deps, visitor),
  ])
  const actorOf = (id: string) => ({ kind: 'operator', id, network: visitor.network }) as const
  return inTransaction(deps, async (tx) => {
    if (found && (await endImpersonation(deps, tx, actorOf(found.operatorId), found, 'operator'))) return true
    if (!session) return false
    return (await endImpersonationsOfOperator(deps, tx, actorOf(session.userId), session.userId, 'operator')) > 0
  })
}

/**
 * The operator of this browser signs out at the application: what their cookie names ends, if the tokens belong to this
 * session, and their own session goes on.
 */
export async function stopImpersonationOf(deps: Deps, visitor: Visitor, sessionId: string): Promise<boolean> {
  const cookie = openImpersonation(deps, visitor.impersonationCookie)
  const found = cookie && (await findImpersonation(deps.db, cookie.id))
  if (!found || found.sessionId !== sessionId) return false
  const actor = { kind: 'operator', id: found.operatorId, network: visitor.network } as const
  await inTransaction(deps, (tx) => endImpersonation(deps, tx, actor, found, 'operator'))
  return true
}

/** FOUR_EYES: a second operator has to confirm that one acts as an owner. */
export const needsConfirmation = (
  { config }: Pick<Deps, 'config'>,
  memberships: readonly Pick<Membership, 'roles'>[],
): boolean => config.fourEyes && isOwner(memberships)

/** `impersonations:write` (flows/management/operator-permissions.ts). */
const leastRole = 'support'

/** Impersonations that are looked at in one go. */
const batch = 100

/**
 * Ends impersonations that may not go on: the time is over, the person ended the session or was disabled, or the
 * operator signed out, was disabled or is no longer an operator. Tokens of an ended session are dead already; this
 * notifies everyone concerned.
 */
export async function endDueImpersonations(deps: Deps): Promise<number> {
  let ended = 0
  for (let after = ''; ; ) {
    const open = await findOpenImpersonations(deps.db, after, batch)
    for (const impersonation of open) {
      const cause = await causeToEnd(deps, impersonation)
      if (cause && (await inTransaction(deps, (tx) => endImpersonation(deps, tx, system, impersonation, cause))))
        ended += 1
    }
    const last = open.at(-1)
    if (!last || open.length < batch) return ended
    after = last.id
  }
}

/** Why an impersonation may not go on, or null while it may. */
export async function causeToEnd(deps: Deps, impersonation: Impersonation): Promise<ImpersonationEnd | null> {
  const { expiresAt, sessionId, operatorSessionId, operatorId, userId, clientId } = impersonation
  if (expiresAt <= deps.now()) return 'expired'
  if (deps.config.impersonation === 'off' || !deps.clients.find(clientId)?.allowImpersonation) return 'access'
  const role = await findOperatorRole(deps, deps.db, operatorId)
  if (role === null || !isAtLeast(role, leastRole) || (await isDisabled(deps.db, operatorId))) return 'access'
  if ((await isDisabled(deps.db, userId)) || (await isOperator(deps, userId))) return 'access'
  if (await lostItsPlace(deps, impersonation)) return 'access'
  if (operatorSessionId && !(await isSessionAlive(deps.db, operatorSessionId))) return 'operator'
  if (sessionId && !(await isSessionAlive(deps.db, sessionId))) return 'person'
  return null
}

/**
 * The impersonation was asked for at one organization, or where the person owned none. Operators change roles too: one
 * who made a member an owner after the start would act as one without the second pair of eyes.
 */
async function lostItsPlace(deps: Deps, { userId, organizationId, startedAt, confirmedAt }: Impersonation) {
  if (startedAt === null) return false
  const memberships = await findMemberships(deps.db, userId)
  if (needsConfirmation(deps, memberships) && confirmedAt === null) return true
  return organizationId !== null && memberships.every((membership) => membership.organizationId !== organizationId)
}
