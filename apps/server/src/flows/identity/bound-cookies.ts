import { newSecret } from '../../crypto/random.ts'
import type { Session } from '../../store/hot/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'

/**
 * Device-bound sessions (W3C Device Bound Session Credentials): the browser has a key that it can't give away, and renews
 * a cookie of ten minutes by signing with it. Without that cookie, the one of the session opens nothing.
 */
const life = 10 * minute

/** How the secret of a bound session begins: a hint, by which a request is looked at without the database. */
const prefix = 'bound-'

export const newBoundSecret = (): string => `${prefix}${newSecret()}`

/** The cookies that a session is opened by. */
export type SessionCookies = Pick<Visitor, 'sessionCookie' | 'boundCookie'>

interface BoundCookie {
  sid: string
  /** The thumbprint of the key. */
  key: string
  /** Milliseconds since the epoch. */
  exp: number
}

export const sealBoundCookie = ({ keyring, now }: Pick<Deps, 'keyring' | 'now'>, sid: string, key: string): string =>
  keyring.seal('bound-session', JSON.stringify({ sid, key, exp: now().getTime() + life } satisfies BoundCookie))

/** What the cookie proves at this moment; null without a valid one. It is checked without the database. */
function openBoundCookie(deps: Pick<Deps, 'keyring' | 'now'>, cookie: string | undefined): BoundCookie | null {
  const text = cookie === undefined ? null : deps.keyring.open('bound-session', cookie)
  const found = text === null ? null : (JSON.parse(text) as BoundCookie)
  return found?.key !== undefined && found.exp > deps.now().getTime() ? found : null
}

/** Whether the browser may have the session: it is not bound, or a valid cookie proves its key. */
export function provesBinding(
  deps: Pick<Deps, 'keyring' | 'now'>,
  { id, boundTo }: Pick<Session, 'id' | 'boundTo'>,
  cookie: string | undefined,
): boolean {
  if (boundTo === null) return true
  const found = openBoundCookie(deps, cookie)
  return found?.sid === id && found.key === boundTo
}

/**
 * Whether the cookies are those of a bound session without a proof, as far as they tell: `provesBinding` decides. Anybody
 * can send them so, and gets nothing but a page that asks who they are.
 */
export function lacksProof(
  deps: Pick<Deps, 'keyring' | 'now' | 'config'>,
  { sessionCookie, boundCookie }: SessionCookies,
): boolean {
  if (deps.config.bindSessions === 'off' || !sessionCookie) return false
  const [id, secret] = sessionCookie.split('.')
  return secret?.startsWith(prefix) === true && openBoundCookie(deps, boundCookie)?.sid !== id
}
