import { findTermsVersions } from '../../../store/prisma/terms.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

/** Every version of the terms that was shown, the newest first. `current`: the one that people accept now. */
export async function listTermsVersions(
  deps: Deps,
  actor: Manager,
): Promise<{ version: string; firstSeenAt: Date; current: boolean }[]> {
  requireUnrestricted(actor)
  const versions = await findTermsVersions(deps.db)
  return versions.map((shown) => ({ ...shown, current: shown.version === deps.config.terms?.version }))
}
