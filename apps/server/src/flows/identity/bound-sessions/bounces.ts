import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { partsOf } from '../sessions.ts'

/** Notes in the browser that a request of this session was sent again: whoever comes back without a proof has none. */
export const markBounce = ({ keyring, now }: Pick<Deps, 'keyring' | 'now'>, sessionCookie: string): string =>
  keyring.seal(
    'bound-session',
    JSON.stringify({ bounced: partsOf(sessionCookie)?.id ?? '', exp: now().getTime() + minute }),
  )

export function isMarkedBounce(
  { keyring, now }: Pick<Deps, 'keyring' | 'now'>,
  sessionCookie: string | undefined,
  marker: string | undefined,
): boolean {
  const text = marker === undefined ? null : keyring.open('bound-session', marker)
  const found = text === null ? null : (JSON.parse(text) as { bounced?: string; exp: number })
  return found?.bounced !== undefined && found.bounced === partsOf(sessionCookie)?.id && found.exp > now().getTime()
}
