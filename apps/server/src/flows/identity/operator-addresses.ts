import { findAddresses } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'

/** By any verified address: a sign-in reset leaves the others in place, so it would hand over this right too. */
export async function isOperator(deps: Pick<Deps, 'db' | 'config'>, userId: string): Promise<boolean> {
  if (deps.config.operators.length === 0) return false
  const addresses = await findAddresses(deps.db, userId)
  return addresses.some(({ address }) => deps.config.operators.includes(address))
}
