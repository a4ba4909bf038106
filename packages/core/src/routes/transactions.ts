import type { Context } from '../flows/context.ts'
import type { AuthRequest } from '../model/responses.ts'
import { parseCookies } from '../sessions/cookies.ts'

/** What a browser stores during a login. */
export interface Transaction {
  state: string
  nonce: string
  verifier: string
  returnTo: string
  redirectUri: string
  acr: readonly string[]
  maxAge?: number
  /** The subject whose session a silent authorization continues. */
  silentFor?: string
}

/** Seconds. */
const transactionAge = 600
const transactionLimit = 5
/** Bytes of all transaction cookies: together with the session they must fit into the headers that servers accept. */
const sizeLimit = 4000

const nameOf = async (context: Context, state: string): Promise<string> =>
  `${await context.sessionName}_tx_${state.slice(0, 16)}`

/** The cookies of a new transaction. If there are too many, or they are too large together, the oldest are cleared. */
export async function sealTransaction(
  context: Context,
  request: AuthRequest,
  transaction: Transaction,
): Promise<string[]> {
  const known = parseCookies(request.headers.get('cookie'))
  const name = await nameOf(context, transaction.state)
  const written = await context.cookies.seal(name, { ...transaction }, transactionAge, known)
  const others = [...known].filter(([other]) => other.includes('_tx_'))
  let count = others.length + 1
  let size = written.join('').length + others.reduce((sum, [other, value]) => sum + other.length + value.length, 0)
  const cleared: string[] = []
  for (const [other, value] of others) {
    if (count <= transactionLimit && size <= sizeLimit) break
    cleared.push(...context.cookies.clear(other, new Map([[other, value]])))
    count -= 1
    size -= other.length + value.length
  }
  return [...cleared, ...written]
}

/**
 * The transaction that a callback belongs to, and the cookies that clear it. `unreadable` is a cookie that is there, and was not
 * encrypted with a secret of now: browsers drop one that has expired.
 */
export async function openTransaction(
  context: Context,
  request: AuthRequest,
  state: string,
): Promise<{ transaction: Transaction; cleared: string[] } | 'absent' | 'unreadable'> {
  const known = parseCookies(request.headers.get('cookie'))
  const name = await nameOf(context, state)
  const transaction = (await context.cookies.open(name, known)) as Transaction | null
  if (!transaction) return known.get(name) ? 'unreadable' : 'absent'
  if (transaction.state !== state) return 'absent'
  return { transaction, cleared: context.cookies.clear(name, known) }
}
