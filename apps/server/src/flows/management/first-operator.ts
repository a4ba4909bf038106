import { isDevelopmentServer } from '../../config/environment.ts'
import { equalsInConstantTime, newLinkSecret } from '../../crypto/random.ts'
import { hasStoredRole } from '../../store/beyond-prisma/accounts.ts'
import { deleteSealedKey, findSealedKey, insertSealedKey } from '../../store/beyond-prisma/sealed-keys.ts'
import { system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { giveOperatorRole } from './operator-roles.ts'

const purpose = 'first-operator'

/** The link to become the first operator. It is stored sealed, so that every process of the server knows the same one. */
interface FirstOperatorLink {
  secret: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** A development server has a link while it has no operator. */
const mayHaveLink = async ({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<boolean> =>
  isDevelopmentServer(config) && config.operators.length === 0 && !(await hasStoredRole(db))

/** The stored link, whose time may be over. */
async function findLink({ db, keyring }: Pick<Deps, 'db' | 'keyring'>) {
  const sealed = await findSealedKey(db, purpose)
  const text = sealed && keyring.open(purpose, sealed)
  return { sealed, link: text ? (JSON.parse(text) as FirstOperatorLink) : null }
}

/**
 * The secret of the link that works for an hour, for a process that starts and prints it: a new one, unless that of another
 * process still works. Null if there is no such link.
 */
export async function makeFirstOperatorLink(deps: Deps): Promise<string | null> {
  if (!(await mayHaveLink(deps))) return null
  const { db, keyring, now } = deps
  const { sealed, link } = await findLink(deps)
  const expiresAt = now().getTime() + hour
  const secret = link && link.expiresAt > now().getTime() ? link.secret : newLinkSecret()
  // One that is redeemed at this moment is not stored again.
  if (sealed === null || (await deleteSealedKey(db, purpose, sealed)))
    await insertSealedKey(db, purpose, keyring.seal(purpose, JSON.stringify({ secret, expiresAt })), now())
  return (await findLink(deps)).link?.secret ?? null
}

/** The stored link, as its row is told apart, if it still works. */
async function findOpenLink(deps: Deps): Promise<{ sealed: string; secret: string } | null> {
  if (!(await mayHaveLink(deps))) return null
  const { sealed, link } = await findLink(deps)
  return sealed && link && link.expiresAt > deps.now().getTime() ? { sealed, secret: link.secret } : null
}

/** Whether the link may still be redeemed. */
export const offersFirstOperator = async (deps: Deps): Promise<boolean> => (await findOpenLink(deps)) !== null

/** The link, if this is its secret and it still works. */
export async function findFirstOperatorLink(deps: Deps, secret: string) {
  const link = await findOpenLink(deps)
  return link && equalsInConstantTime(secret, link.secret) ? link : null
}

/** Makes a person the first operator. False if the link is used, too old, or there is an operator by now. */
export async function becomeFirstOperator(deps: Deps, userId: string, secret: string): Promise<boolean> {
  const link = await findFirstOperatorLink(deps, secret)
  if (!link || !(await deleteSealedKey(deps.db, purpose, link.sealed))) return false
  return giveOperatorRole(deps, system, userId, 'administrator')
}
