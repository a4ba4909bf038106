import { isDevelopmentServer } from '../../config/environment.ts'
import type { Config } from '../../config/settings.ts'
import { OneTimeLink } from '../../crypto/one-time-link.ts'
import { hasStoredRole } from '../../store/beyond-prisma/people/operator-roles.ts'
import type { Database } from '../../store/connections/database.ts'
import { system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { giveOperatorRole } from './operator-roles.ts'

type LinkDeps = { config: Pick<Config, 'production' | 'issuer' | 'operators'>; db: Database; now(): Date }

const hasOperators = async ({ config, db }: Pick<LinkDeps, 'config' | 'db'>): Promise<boolean> =>
  config.operators.length > 0 || (await hasStoredRole(db))

/**
 * The link to become the first operator: on a development server, for an hour, and only while there is none. Each worker has
 * one, and that of the oldest worker is printed and works.
 */
export const makeFirstOperatorLink = async (deps: LinkDeps): Promise<OneTimeLink | null> =>
  isDevelopmentServer(deps.config) && !(await hasOperators(deps)) ? new OneTimeLink(deps.now, hour) : null

/** Whether the link of this secret still works. */
export const findFirstOperatorLink = async (deps: Deps, secret: string): Promise<boolean> =>
  Boolean(deps.firstOperatorLink?.opens(secret)) && !(await hasOperators(deps))

/** Makes a person the first operator. False if the link is used, too old, or there is an operator by now. */
export async function becomeFirstOperator(deps: Deps, userId: string, secret: string): Promise<boolean> {
  if (!(await findFirstOperatorLink(deps, secret)) || !deps.firstOperatorLink?.redeem(secret)) return false
  return giveOperatorRole(deps, system, userId, 'administrator')
}

/** Whether the link may still be redeemed. */
export const offersFirstOperator = async (deps: Deps): Promise<boolean> =>
  deps.firstOperatorLink !== null && findFirstOperatorLink(deps, deps.firstOperatorLink.secret)
