import { digest } from '../../../crypto/random.ts'
import type { MergeableAccount } from '../../../store/prisma/person-merge.ts'
import { nameOfIdentity } from '../../federation/linked-identities.ts'
import { roleNames } from '../../organizations/rules.ts'

/** What becomes of a membership of the account that goes. */
export interface MergedMembership {
  organizationId: string
  name: string
  /** The roles of the account that stays. Null: it is not a member yet. */
  before: readonly string[] | null
  /** The roles that the account that goes has. */
  other: readonly string[]
  /** The roles afterwards: those of whichever account has the higher one. */
  after: readonly string[]
  /** Teams that are joined. */
  teams: readonly string[]
  /** JSON text of the values of declared fields, of the account that stays and of the one that goes. */
  fields: { own: string | null; other: string | null }
}

export type MergeProblem =
  | 'same-account'
  | 'operator-account'
  | 'disabled-account'
  | 'change-pending'
  | 'impersonation-running'
  | 'second-operator'

/** What a merge moves, or why it is refused. */
export interface MergePlan {
  from: Pick<MergeableAccount, 'id' | 'name' | 'fields'>
  into: Pick<MergeableAccount, 'id' | 'name' | 'fields'>
  problem: MergeProblem | null
  addresses: readonly string[]
  passkeys: readonly string[]
  /** Who the person is at identity providers: the name of each, and the address there. */
  identities: readonly string[]
  memberships: readonly MergedMembership[]
  /** Client ids of consents that the account that stays does not have. */
  applications: readonly string[]
  /** Changes with everything above: what is confirmed is what is done. */
  digest: string
}

/** Decides what a merge of two accounts moves. `operators`: the ids of those who are operators. */
export function planMerge(from: MergeableAccount, into: MergeableAccount, operators: readonly string[]): MergePlan {
  const consents = new Set(into.consents.map(({ clientId, organizationId }) => `${clientId} ${organizationId}`))
  const plan = {
    from: { id: from.id, name: from.name, fields: from.fields },
    into: { id: into.id, name: into.name, fields: into.fields },
    problem: problemOf(from, into, operators),
    addresses: from.addresses,
    passkeys: from.passkeys.map(({ name }) => name),
    identities: from.identities.map((identity) =>
      [nameOfIdentity(identity), identity.email].filter((text) => text !== null).join(' · '),
    ),
    memberships: from.memberships.map((membership) => mergeMembership(membership, into)),
    applications: [
      ...new Set(
        from.consents
          .filter(({ clientId, organizationId }) => !consents.has(`${clientId} ${organizationId}`))
          .map(({ clientId }) => clientId),
      ),
    ],
  }
  return { ...plan, digest: digest(JSON.stringify([plan, from, into])) }
}

function problemOf(from: MergeableAccount, into: MergeableAccount, operators: readonly string[]): MergeProblem | null {
  if (from.id === into.id) return 'same-account'
  if (operators.includes(from.id) || operators.includes(into.id)) return 'operator-account'
  // A disabled account would come back through the other one, or leave an organization without an owner who can sign in.
  if (from.disabled || into.disabled) return 'disabled-account'
  // An undo link would bring addresses back to an account that is gone, or take them from the one that has them now.
  if (from.pendingChange || into.pendingChange) return 'change-pending'
  if (from.impersonated || into.impersonated) return 'impersonation-running'
  return null
}

function mergeMembership(
  { organizationId, name, roles, teams, fields }: MergeableAccount['memberships'][number],
  into: MergeableAccount,
): MergedMembership {
  const own = into.memberships.find((membership) => membership.organizationId === organizationId)
  const joined = new Set(own?.teams.map(({ id }) => id))
  return {
    organizationId,
    name,
    before: own?.roles ?? null,
    other: roles,
    after: own && rank(own.roles) <= rank(roles) ? own.roles : roles,
    fields: { own: own?.fields ?? null, other: fields },
    teams: teams.filter(({ id }) => !joined.has(id)).map((team) => team.name),
  }
}

/** The lower, the more a role may. */
const rank = (roles: readonly string[]): number => {
  const found = roleNames.findIndex((role) => roles.includes(role))
  return found < 0 ? roleNames.length : found
}
