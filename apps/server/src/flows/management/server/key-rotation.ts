import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { rotateAfter } from '../../platform/keys/key-rotation.ts'
import { KeyTooYoung } from '../../platform/keys/signing-keys.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

/** A signing key, and what becomes of it. */
export interface ShownKey {
  kid: string
  alg: string
  state: 'retired' | 'current' | 'next'
  /** Of a next key: since when it is published. Of the others: since when it signs. */
  since: Date
  /** When the current key is replaced, if nobody does it before. */
  rotatesAt: Date | null
}

/** The keys of each algorithm: what signs now comes first, then what signs next. */
export const listSigningKeys = ({ keys }: Pick<Deps, 'keys'>): ShownKey[] =>
  keys
    .list()
    .map((key) => ({
      ...key,
      rotatesAt: key.state === 'current' ? new Date(key.since.getTime() + rotateAfter) : null,
    }))
    .sort((a, b) => a.alg.localeCompare(b.alg) || order[a.state] - order[b.state])

const order = { current: 0, next: 1, retired: 2 }

/**
 * Lets the next keys sign. Refused while clients may not have read them yet, unless `force`: for a key that has leaked.
 * Returns the ids of the keys that will sign.
 */
export async function rotateSigningKeys(deps: Deps, actor: Actor, force: boolean): Promise<string[]> {
  try {
    return await deps.keys.rotate({ force, actor, deps })
  } catch (error) {
    throw error instanceof KeyTooYoung ? new OperationRefused('invalid', 'force', 'key-too-young') : error
  }
}

/** The same for the management API: a client that is limited to one organization has no part in it. */
export function listManagedKeys(deps: Deps, actor: Manager): ShownKey[] {
  requireUnrestricted(actor)
  return listSigningKeys(deps)
}

export async function rotateManagedKeys(deps: Deps, actor: Manager, force: boolean): Promise<string[]> {
  requireUnrestricted(actor)
  return rotateSigningKeys(deps, actor, force)
}
