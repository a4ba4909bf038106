import { nameOrAddress } from '../../oidc/person-names.ts'
import { findOwners } from '../../store/beyond-prisma/organizations/member-search.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findAddresses, findPerson } from '../../store/hot/people.ts'
import { allowImpersonation, findImpersonation, listImpersonationsOf } from '../../store/prisma/impersonations.ts'
import { findRoles } from '../../store/prisma/organizations/organizations.ts'
import {
  endImpersonation,
  type Impersonation,
  type ImpersonationState,
  impersonationEvent,
  nameOfOperator,
  stateOf,
} from '../identity/impersonations.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

/** How long a permission may be used, in milliseconds. */
export const allowedFor = hour

/** The mailboxes of those who may answer a question: the person, and the owners of the organization that it is for. */
export async function findDeciders(
  store: SqlStore,
  { userId, operatorId, organizationId }: Pick<Impersonation, 'userId' | 'operatorId' | 'organizationId'>,
): Promise<{ address: string; locale: string | null }[]> {
  const own = (await findAddresses(store, userId)).filter(({ primary }) => primary)
  const owners = organizationId ? await findOwners(store, organizationId) : []
  const others = owners.filter(({ userId: owner }) => owner !== operatorId && owner !== userId)
  return [...own.map(({ address }) => ({ address, locale: null })), ...others]
}

/**
 * An impersonation, for the people it concerns: the person, and the owners of the organization. It does not exist for
 * anyone else, nor for the operator who asked. @throws OperationRefused
 */
export async function viewImpersonation(deps: Deps, { person }: Pick<SignedIn, 'person'>, id: string) {
  const found = deps.config.impersonation === 'off' ? null : await findImpersonation(deps.db, id)
  if (!found || found.operatorId === person.id) throw new OperationRefused('not-found')
  const roles =
    found.userId === person.id || !found.organizationId
      ? null
      : await findRoles(deps.db, found.organizationId, person.id)
  if (found.userId !== person.id && !roles?.includes('owner')) throw new OperationRefused('not-found')
  return found
}

/** A page of what operators asked for and did as this person, the newest first. */
export async function listOwnImpersonations(
  deps: Deps,
  { person }: Pick<SignedIn, 'person'>,
  page: { before: string | null; limit: number },
): Promise<OwnImpersonation[]> {
  if (deps.config.impersonation === 'off') throw new OperationRefused('not-found')
  const rows = await listImpersonationsOf(deps.db, person.id, page)
  return Promise.all(rows.map((row) => describeOwnImpersonation(deps, row)))
}

export interface OwnImpersonation extends Impersonation {
  state: ImpersonationState
  operator: string
  person: string
  application: string
}

/** An impersonation with the names of the people it concerns. */
export async function describeOwnImpersonation(deps: Deps, row: Impersonation): Promise<OwnImpersonation> {
  const [operator, person] = await Promise.all([
    nameOfOperator(deps.db, row.operatorId),
    findPerson(deps.db, row.userId),
  ])
  return {
    ...row,
    state: stateOf(row, deps.now()),
    operator,
    person: nameOrAddress(person, row.userId),
    application: deps.clients.findEvenDisabled(row.clientId)?.name ?? row.clientId,
  }
}

/** The answer of the person, or of an owner of the organization. Each works once; null when it came too late. */
export async function decideImpersonation(
  deps: Deps,
  signedIn: SignedIn,
  id: string,
  decision: 'allow' | 'decline' | 'end',
  network: string,
): Promise<boolean> {
  const found = await viewImpersonation(deps, signedIn, id)
  const actor = userActor(signedIn.person.id, network)
  const now = deps.now()
  const state = stateOf(found, now)
  return inTransaction(deps, async (tx) => {
    if (decision !== 'allow') {
      const endedBy = state === 'asked' ? 'declined' : 'person'
      return endImpersonation(deps, tx, actor, found, endedBy)
    }
    const until = new Date(now.getTime() + allowedFor)
    if (!(await allowImpersonation(tx, { id, allowedBy: actor.id, now, until }))) return false
    await tx.record(actor, { action: 'impersonation.allowed', ...impersonationEvent(found) })
    return true
  })
}
