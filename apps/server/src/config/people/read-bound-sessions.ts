import type { EnvironmentReader } from '../environment.ts'
import type { Config } from '../settings.ts'

/** Device-bound sessions, and who needs one. Browsers bind over https only, and their cookie has the prefix `__Host-`. */
export function readBoundSessions(
  reader: EnvironmentReader,
  issuer: string,
): Pick<Config, 'bindSessions' | 'requireBoundSession'> {
  const bindSessions = reader.choice('BIND_SESSIONS', ['off', 'offer'], 'off')
  const requireBoundSession = reader.choice('REQUIRE_BOUND_SESSION', ['off', 'operators'], 'off')
  if (bindSessions === 'offer' && !issuer.startsWith('https://') && !reader.hasFault('ISSUER'))
    reader.fault('BIND_SESSIONS', 'is offer, but ISSUER is not https: browsers bind sessions over https only', 'off')
  if (requireBoundSession !== 'off' && bindSessions === 'off' && !reader.hasFault('BIND_SESSIONS'))
    reader.fault('BIND_SESSIONS', 'is off, but REQUIRE_BOUND_SESSION needs sessions that are bound', 'offer')
  return { bindSessions, requireBoundSession }
}
