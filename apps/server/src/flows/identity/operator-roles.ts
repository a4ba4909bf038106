import { mailAcr, satisfies } from '../../oidc/acr.ts'
import type { Reads } from '../../store/connections/database.ts'
import { hasPasskey } from '../../store/hot/passkeys.ts'
import { findAddresses } from '../../store/hot/people.ts'
import type { SignIn } from '../../store/hot/sessions.ts'
import { findStoredRole } from '../../store/prisma/operator-roles.ts'
import type { Deps } from '../platform/deps.ts'

/** What an operator may be, the least first. `root` is an operator whom OPERATORS names. */
export const operatorRoles = ['viewer', 'support', 'administrator', 'root'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** A role that another operator gives and takes away. */
export type StoredOperatorRole = Exclude<OperatorRole, 'root'>

export const isStoredOperatorRole = (role: string): role is StoredOperatorRole =>
  role !== 'root' && (operatorRoles as readonly string[]).includes(role)

/** Whether a role is another one or a higher one. */
export const isAtLeast = (role: OperatorRole, least: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(least)

/**
 * The role of whoever has these proven mailboxes and this stored role. Any mailbox counts: a sign-in reset leaves the others
 * in place, so it would hand over this right too. A role of a newer version gives no rights here.
 */
export function roleOf(
  { config }: Pick<Deps, 'config'>,
  addresses: readonly string[],
  storedRole: string | null,
): OperatorRole | null {
  if (addresses.some((address) => config.operators.includes(address))) return 'root'
  return storedRole !== null && isStoredOperatorRole(storedRole) ? storedRole : null
}

/** The role of an operator, or null for anyone else. It is read each time, so it ends at once when it is taken away. */
export async function findOperatorRole(
  deps: Pick<Deps, 'config'>,
  store: Reads,
  userId: string,
): Promise<OperatorRole | null> {
  const addresses = deps.config.operators.length > 0 ? await findAddresses(store, userId) : []
  const mailboxes = addresses.map(({ address }) => address)
  return roleOf(deps, mailboxes, null) ?? roleOf(deps, [], (await findStoredRole(store, userId))?.role ?? null)
}

/** Whether someone is an operator, with whatever role. */
export const isOperator = async (deps: Pick<Deps, 'config' | 'db'>, userId: string): Promise<boolean> =>
  (await findOperatorRole(deps, deps.db, userId)) !== null

/** A passkey, which they have and did not use; or a sign-in of their own, since a provider signed them in. */
export type MissingOfOperator = 'passkey-needed' | 'own-sign-in'

/**
 * What the sign-in of an operator lacks. Whoever administers an identity provider, be it a customer's or a social one, can
 * sign in there as anybody: that never makes them an operator. It takes a passkey, or a code as long as there is none.
 */
export async function missingOfOperator(
  { db }: Pick<Deps, 'db'>,
  { person, session }: Pick<SignIn, 'person' | 'session'>,
): Promise<MissingOfOperator | null> {
  if (satisfies(session.acr, 'phr')) return null
  if (await hasPasskey(db, person.id)) return 'passkey-needed'
  return session.connection === null && satisfies(session.acr, mailAcr) ? null : 'own-sign-in'
}
