import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { partsOf } from '../sessions.ts'

/**
 * What a browser is told about a session in a cookie of ours: that a request of it was sent again, so that whoever comes back
 * without a proof has none; or that it has just begun while another site led the browser, which is asked for a key later.
 */
type Marker = 'bounced' | 'unbound'

/** How long a marker counts, in milliseconds. */
const lives: Readonly<Record<Marker, number>> = { bounced: minute, unbound: 10 * minute }

export const markSession = (
  { keyring, now }: Pick<Deps, 'keyring' | 'now'>,
  kind: Marker,
  sessionCookie: string,
): string =>
  keyring.seal(
    'bound-session',
    JSON.stringify({ [kind]: partsOf(sessionCookie)?.id ?? '', exp: now().getTime() + lives[kind] }),
  )

/** Whether this server has marked this very session. Whoever has only its cookie has no marker. */
export function isMarked(
  { keyring, now }: Pick<Deps, 'keyring' | 'now'>,
  kind: Marker,
  { sessionCookie, marker }: { sessionCookie: string | undefined; marker: string | undefined },
): boolean {
  const text = marker === undefined ? null : keyring.open('bound-session', marker)
  const found = text === null ? null : (JSON.parse(text) as Partial<Record<Marker, string>> & { exp: number })
  return found?.[kind] !== undefined && found[kind] === partsOf(sessionCookie)?.id && found.exp > now().getTime()
}
