import { newId } from '../../crypto/random.ts'
import { impersonatedAcr } from '../../oidc/acr.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { nameOrAddress } from '../../oidc/person-names.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import type { Reads } from '../../store/connections/database.ts'
import { findMemberships, findPerson, isDisabled } from '../../store/hot/people.ts'
import { insertSession } from '../../store/hot/sessions.ts'
import {
  confirmImpersonation as confirmRow,
  findImpersonation,
  findOpenImpersonations,
  insertImpersonation,
  listImpersonations as listRows,
  startImpersonation as startRow,
} from '../../store/prisma/impersonations.ts'
import { allowedFor, describeOwnImpersonation, findDeciders, type OwnImpersonation } from '../account/impersonations.ts'
import { mailContext } from '../delivery/mail-context.ts'
import { queueMail } from '../delivery/outbox.ts'
import {
  endImpersonation,
  endImpersonationsOfOperator,
  type Impersonation,
  impersonationEvent,
  nameOfOperator,
  needsConfirmation,
  notifyOfImpersonation,
  sealImpersonation,
  stateOf,
} from '../identity/impersonations.ts'
import { findOperatorRole } from '../identity/operator-roles.ts'
import { isSecondOperator } from '../identity/second-operator.ts'
import { type Actor, type AuditedTransaction, inTransaction, recordRefusal } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day, minute } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

type Operator = Actor & { kind: 'operator' }

/** How long a question waits for its answer, in milliseconds. */
const askedFor = day
/** How long an operator acts as a person at most, in milliseconds. */
const runsFor = 30 * minute

export const reasonLength = { min: 10, max: 300 }
export const ticketLength = 100
/** Impersonations that are read at once. */
const batch = 100

/** Questions about one person by one operator: each is a mail to them. */
const asksPerPerson = [{ count: 5, window: day }]

/** Why an operator may not act as a person. The console has words for each (apps/server/words). */
export type ImpersonationProblem =
  | 'oneself'
  | 'operator'
  | 'disabled'
  | 'client'
  | 'organization'
  | 'passkey'
  | 'company-sign-in'
  | 'unconfirmed'
  | 'not-second'
  | 'not-open'

export class ImpersonationRefused extends Error {
  override readonly name = 'ImpersonationRefused'
  constructor(readonly problem: ImpersonationProblem) {
    super(`impersonation refused: ${problem}`)
  }
}

/** Whether this server offers it at all. @throws OperationRefused */
export function requireImpersonation({ config }: Pick<Deps, 'config'>): void {
  if (config.impersonation === 'off') throw new OperationRefused('not-found')
}

/** The clients that show their people who acts as them. */
export const impersonationClients = ({ clients }: Pick<Deps, 'clients'>): Client[] =>
  [...clients.all()].filter(({ allowImpersonation, responseTypes }) => allowImpersonation && responseTypes.has('code'))

export interface ImpersonationTarget {
  person: Person
  memberships: readonly Membership[]
}

/** The person to act as. @throws OperationRefused */
export async function findImpersonationTarget(deps: Deps, userId: string): Promise<ImpersonationTarget> {
  requireImpersonation(deps)
  const [person, memberships] = await Promise.all([findPerson(deps.db, userId), findMemberships(deps.db, userId)])
  if (!person) throw new OperationRefused('not-found')
  return { person, memberships }
}

/** Whether a person acts at this client only within an organization. Who is in none needs none. */
const needsOrganization = ({ organization }: Client, memberships: readonly Membership[]): boolean =>
  organization === 'required' && memberships.length > 0

const onlyOrganization = ([only, ...others]: readonly Membership[]): string | null =>
  only && others.length === 0 ? only.organizationId : null

/**
 * What the form that asks begins with: the organization of a person who is in only one, where a client needs it and none
 * refuses it; and whether it may be left out at any client.
 */
export function organizationChoice(
  clients: readonly Client[],
  memberships: readonly Membership[],
): { organizationId: string | null; optional: boolean } {
  const needed = clients.filter((client) => needsOrganization(client, memberships)).length
  const refused = clients.some(({ organization }) => organization === 'none')
  return {
    organizationId: needed > 0 && !refused ? onlyOrganization(memberships) : null,
    optional: needed < clients.length,
  }
}

/** Where none was chosen, the client that was chosen may need it, and a person may be in only one. */
function chosenOrganization(
  deps: Deps,
  { organizationId, clientId }: ImpersonationRequest,
  memberships: readonly Membership[],
): string | null {
  const client = deps.clients.find(clientId)
  return organizationId ?? (client && needsOrganization(client, memberships) ? onlyOrganization(memberships) : null)
}

export interface ImpersonationRequest {
  userId: string
  clientId: string
  organizationId: string | null
  reason: string
  ticket: string | null
}

/** Why this operator may not act as this person, no matter who allows it; null if they may. */
async function findProblem(
  deps: Deps,
  store: Reads,
  operatorId: string,
  {
    userId,
    clientId,
    organizationId,
    memberships,
  }: Pick<ImpersonationRequest, 'userId' | 'clientId' | 'organizationId'> & Pick<ImpersonationTarget, 'memberships'>,
): Promise<ImpersonationProblem | null> {
  if (userId === operatorId) return 'oneself'
  if (await findOperatorRole(deps, store, userId)) return 'operator'
  if (await isDisabled(store, userId)) return 'disabled'
  const client = impersonationClients(deps).find(({ id }) => id === clientId)
  if (!client) return 'client'
  const membership = memberships.find((candidate) => candidate.organizationId === organizationId)
  if (organizationId === null ? needsOrganization(client, memberships) : !membership) return 'organization'
  if (organizationId !== null && client.organization === 'none') return 'organization'
  if (membership?.ssoPolicy === 'required') return 'company-sign-in'
  return membership?.requirePasskey || client.requirePasskey ? 'passkey' : null
}

async function refuse(
  deps: Deps,
  actor: Operator,
  { userId, organizationId }: Pick<ImpersonationRequest, 'userId' | 'organizationId'>,
  problem: ImpersonationProblem,
): Promise<never> {
  const event = { action: 'impersonation.asked', organizationId, target: ['user', userId] } as const
  await recordRefusal(deps, actor, event, problem)
  throw new ImpersonationRefused(problem)
}

/**
 * Asks to act as a person at one client: of the person and the owners of the organization by mail, or of nobody
 * (IMPERSONATION). @throws ImpersonationRefused, OperationRefused, TooManyAttempts
 */
export async function askForImpersonation(
  deps: Deps,
  actor: Operator,
  asked: ImpersonationRequest,
): Promise<Impersonation> {
  const { memberships } = await findImpersonationTarget(deps, asked.userId)
  const request = { ...asked, organizationId: chosenOrganization(deps, asked, memberships) }
  const problem = await findProblem(deps, deps.db, actor.id, { ...request, memberships })
  if (problem) return refuse(deps, actor, request, problem)
  await enforceLimit(deps, `impersonation:${actor.id}:${request.userId}`, asksPerPerson)
  const now = deps.now()
  const notice = deps.config.impersonation === 'notice'
  const row = {
    ...request,
    id: newId(now),
    operatorId: actor.id,
    askedAt: now,
    allowedAt: notice ? now : null,
    expiresAt: new Date(now.getTime() + (notice ? allowedFor : askedFor)),
  }
  return inTransaction(deps, async (tx) => {
    await insertImpersonation(tx, row)
    const asked = (await findImpersonation(tx, row.id)) as Impersonation
    await tx.record(actor, { action: 'impersonation.asked', ...impersonationEvent(asked) })
    if (!notice) await askDeciders(deps, tx, asked)
    return asked
  })
}

/** Mails the question to those who may answer it. The link leads to a page that asks once more. */
async function askDeciders(deps: Deps, tx: AuditedTransaction, impersonation: Impersonation): Promise<void> {
  const { id, operatorId, userId, clientId, reason, expiresAt } = impersonation
  const person = await findPerson(tx, userId)
  for (const { address, locale } of await findDeciders(tx, impersonation)) {
    const mail = {
      kind: 'impersonation-asked' as const,
      ...mailContext(deps, address, {
        application: deps.clients.find(clientId)?.name ?? clientId,
        locales: [locale, person?.locale ?? null],
      }),
      operator: await nameOfOperator(tx, operatorId),
      person: nameOrAddress(person, userId),
      reason,
      link: `${deps.config.issuer}/account/impersonations/${id}`,
    }
    await queueMail(deps, tx, mail, expiresAt)
  }
}

/** A second operator confirms that another one acts as an owner. @throws ImpersonationRefused */
export async function confirmImpersonation(deps: Deps, actor: Operator, id: string): Promise<void> {
  const found = await getImpersonation(deps, id)
  if (found.userId === actor.id || found.operatorId === actor.id) throw new ImpersonationRefused('oneself')
  await inTransaction(deps, async (tx) => {
    await lockPerson(tx, actor.id)
    if (!(await isSecondOperator(deps, tx, { askedBy: found.operatorId, confirmedBy: actor.id })))
      throw new ImpersonationRefused('not-second')
    if (!(await confirmRow(tx, id, actor.id, deps.now()))) throw new ImpersonationRefused('not-open')
    await tx.record(actor, { action: 'impersonation.confirmed', ...impersonationEvent(found) })
  })
}

/**
 * Begins what was allowed, for half an hour at most. Returns the cookie that makes this browser answer the client as the
 * person. What was true when it was asked for is checked once more. @throws ImpersonationRefused
 */
export async function startImpersonation(
  deps: Deps,
  actor: Operator,
  { id, operatorSessionId, userAgent }: { id: string; operatorSessionId: string; userAgent: string },
): Promise<string> {
  const found = await getImpersonation(deps, id)
  const { person } = await findImpersonationTarget(deps, found.userId)
  const now = deps.now()
  const until = new Date(Math.min(now.getTime() + runsFor, found.expiresAt.getTime()))
  const sessionId = newId(now)
  const problem = await inTransaction(deps, async (tx) => {
    await lockPerson(tx, found.userId)
    const problem = await findStartProblem(deps, tx, actor, id)
    if (problem) return problem
    await endImpersonationsOfOperator(deps, tx, actor, actor.id, 'operator')
    if (!(await startRow(tx, { id, operatorId: actor.id, sessionId, operatorSessionId, now, until })))
      throw new ImpersonationRefused('not-open')
    await insertSession(tx, {
      id: sessionId,
      // No digest is empty, so no cookie opens this session: it is there for its tokens to end with.
      secretDigest: '',
      userId: found.userId,
      authenticatedAt: now,
      acr: impersonatedAcr,
      amr: [],
      userAgent: userAgent.slice(0, 256),
      network: actor.network,
      expiresAt: until,
      passkeyId: null,
      methodSince: null,
    })
    await tx.record(actor, { action: 'impersonation.started', ...impersonationEvent(found) })
    await notifyOfImpersonation(deps, tx, 'impersonation-started', found)
    return null
  })
  if (problem) return refuse(deps, actor, found, problem)
  return sealImpersonation(deps, {
    id,
    operatorSessionId,
    clientId: found.clientId,
    person: nameOrAddress(person, person.id),
    application: deps.clients.find(found.clientId)?.name ?? found.clientId,
    reason: found.reason,
    until: until.getTime(),
  })
}

/** Why this operator may not begin it now, whatever was true when it was asked for. */
async function findStartProblem(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Operator,
  id: string,
): Promise<ImpersonationProblem | null> {
  const found = await findImpersonation(tx, id)
  if (found?.operatorId !== actor.id || stateOf(found, deps.now()) !== 'allowed') return 'not-open'
  const memberships = await findMemberships(tx, found.userId)
  const problem = await findProblem(deps, tx, actor.id, { ...found, memberships })
  if (problem) return problem
  return needsConfirmation(deps, memberships) && !found.confirmedAt ? 'unconfirmed' : null
}

/** Ends an impersonation at once, no matter who began it. False when it was over. */
export async function stopImpersonation(deps: Deps, actor: Operator, id: string): Promise<boolean> {
  const found = await getImpersonation(deps, id)
  return inTransaction(deps, (tx) => endImpersonation(deps, tx, actor, found, 'operator'))
}

/** @throws OperationRefused */
export async function getImpersonation(deps: Deps, id: string): Promise<Impersonation> {
  requireImpersonation(deps)
  const found = await findImpersonation(deps.db, id)
  if (!found) throw new OperationRefused('not-found')
  return found
}

export interface ListedImpersonation extends OwnImpersonation {
  /** A second operator has to confirm it first. */
  unconfirmed: boolean
}

/** An impersonation with the names of whom it is about, and what it waits for. */
export async function describeImpersonation(deps: Deps, row: Impersonation): Promise<ListedImpersonation> {
  const shown = await describeOwnImpersonation(deps, row)
  const waits = (shown.state === 'asked' || shown.state === 'allowed') && row.confirmedAt === null
  const memberships = waits && deps.config.fourEyes ? await findMemberships(deps.db, row.userId) : []
  return { ...shown, unconfirmed: waits && needsConfirmation(deps, memberships) }
}

/** Those that wait for a second operator. */
export async function listUnconfirmedImpersonations(deps: Deps): Promise<ListedImpersonation[]> {
  const found: ListedImpersonation[] = []
  for (let after = ''; ; ) {
    const open = await findOpenImpersonations(deps.db, after, batch)
    for (const row of open) {
      const shown = await describeImpersonation(deps, row)
      if (shown.unconfirmed) found.push(shown)
    }
    const last = open.at(-1)
    if (!last || open.length < batch) return found
    after = last.id
  }
}

/** A page of all impersonations, the newest first. */
export async function listImpersonations(
  deps: Deps,
  page: { before: string | null; limit: number },
): Promise<ListedImpersonation[]> {
  requireImpersonation(deps)
  return Promise.all((await listRows(deps.db, page)).map((row) => describeImpersonation(deps, row)))
}
