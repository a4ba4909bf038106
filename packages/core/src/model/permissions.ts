import { holds, meetsAcr, type Requirement } from './requirement.ts'
import type { DefaultUser, Permission, Session } from './session.ts'

/**
 * The permissions of an application, by name, as `npx @vestibule/cli permissions` writes them. `acr` is how strongly a person has to be
 * signed in to use one.
 *
 * @example
 * ```ts
 * import type { Permissions } from '@vestibule/core'
 *
 * const permissions: Permissions = { 'invoice.read': {}, 'invoice.approve': { acr: 'phr' } }
 * ```
 */
export type Permissions = Readonly<Record<string, { readonly acr?: string }>>

interface Catalogue {
  acrs: Map<string, string | undefined>
  /** Whether a name that is not in it is an error, instead of a permission that nobody has. */
  development: boolean
}

const key = Symbol.for('@vestibule/core permissions')
const process = globalThis as { [key]?: Catalogue }

/**
 * Makes the permissions of an application known to `can`, which is given a person only. They are stored on `globalThis`, because a
 * framework can load this module several times in one process; those of several applications in it are added up.
 */
export function registerPermissions(permissions: Permissions, development: boolean): void {
  const acrs = process[key]?.acrs ?? new Map<string, string | undefined>()
  for (const [name, { acr }] of Object.entries(permissions)) acrs.set(name, acr)
  process[key] = { acrs, development }
}

/** @throws Error in development, for a name that a catalogue lacks */
function isKnown(permission: Permission): boolean {
  const catalogue = process[key]
  if (!catalogue || catalogue.acrs.has(permission)) return true
  if (catalogue.development)
    throw new Error(`There is no permission "${permission}". Run: npx @vestibule/cli permissions`)
  return false
}

/**
 * Whether a person has a permission in their active organization, by what their session says. Nobody, and a person without
 * permissions, have none. Pages, data and actions are guarded by a requirement.
 *
 * @throws Error in development, for a name that is not among the `permissions` of `createAuth`; elsewhere nobody has it
 * @example
 * ```ts
 * import { can, type User } from '@vestibule/core'
 *
 * const approves = (user: User | null) => can(user, 'invoice.approve')
 * ```
 */
export const can = (user: Pick<DefaultUser, 'permissions'> | null | undefined, permission: Permission): boolean =>
  isKnown(permission) && holds(user, permission)

/** A passkey is enough where a mailed code is. */
const enoughFor = (acr: string | readonly string[]): string[] =>
  [acr].flat().flatMap((value) => (value === 'urn:vestibule:acr:mail' ? [value, 'phr'] : value))

/**
 * A requirement with what its permissions need: `acr` has those values that are enough for each of them, and for the requirement's own.
 * A name that a catalogue lacks is a permission that nobody has, and so are permissions that no sign-in is enough for. What a session
 * that is too weak for it cannot contain is asked for by `acr` alone: whether the person has it shows after the stronger sign-in.
 */
export function complete(requirement: Requirement, { acr: reached }: Pick<Session, 'acr'>): Requirement {
  const { permission, acr } = requirement
  if (permission === undefined) return requirement
  const names = [permission].flat() as Permission[]
  const needs = [acr, ...names.map((name) => process[key]?.acrs.get(name))]
  const wanted = needs.filter((acr) => acr !== undefined).map(enoughFor)
  const enough = new Set(wanted.flat().filter((value) => wanted.every((values) => meetsAcr(value, values))))
  if (!names.every(isKnown) || (wanted[0] && !enough.size)) return { ...requirement, permission: [] }
  if (!wanted[0]) return requirement
  const shown = names.filter((name) => {
    const needed = process[key]?.acrs.get(name)
    return needed === undefined || meetsAcr(reached, enoughFor(needed))
  })
  // An empty list, which never holds, stays one.
  return { ...requirement, permission: shown[0] || !names[0] ? shown : undefined, acr: [...enough] }
}
