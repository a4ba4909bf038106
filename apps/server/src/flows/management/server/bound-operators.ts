import { ConfigError } from '../../../config/settings.ts'
import { hasBoundOperator } from '../../../store/prisma/operator-roles.ts'
import type { Deps } from '../../platform/deps.ts'

/**
 * REQUIRE_BOUND_SESSION is refused until a session of an operator has been bound: otherwise it might leave nobody who can
 * open the console. Commands don't ask. @throws ConfigError
 */
export async function checkBoundOperators({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  if (config.requireBoundSession === 'off' || (await hasBoundOperator(db, config.operators))) return
  throw new ConfigError([
    {
      variable: 'REQUIRE_BOUND_SESSION',
      fault:
        'is operators, but no session of an operator has been bound to a device yet: with BIND_SESSIONS=offer alone, sign in to the console with a browser that can, and start again',
      example: 'off',
    },
  ])
}
