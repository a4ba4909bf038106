import { impersonatedAcr } from '../../oidc/acr.ts'
import { findSessionById } from '../../store/hot/sessions.ts'
import {
  boundSessionIds,
  countSessions,
  findListedSession,
  findSessions,
  type ListedSession,
} from '../../store/prisma/sessions.ts'
import { nameProviders } from '../federation/session-providers.ts'
import { coarseNetwork, deviceLabel, deviceNamed } from '../identity/device-labels.ts'
import { closeSession, idleLimit } from '../identity/sessions.ts'
import { signOutEverywhere } from '../identity/sign-out.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

export interface ShownSession {
  id: string
  current: boolean
  device: string
  /** A network prefix, never a whole address. */
  place: string
  byPasskey: boolean
  /** The identity provider that signed the person in. */
  provider: string | null
  /** An operator acts as the person at an application. */
  impersonated: boolean
  /** The application of a device that was signed in by a code. */
  application: string | null
  /** It is bound to its device. */
  bound: boolean
  since: Date
  seenAt: Date
}

/** Sessions on a page. */
const perPage = 50

export interface SessionsPage {
  /** The current session comes first, on the first page. */
  sessions: ShownSession[]
  /** How many sessions there are in total. */
  count: number
  /** Where the next page begins. */
  next: string | null
}

/** A page of the person's valid sessions, newest first. */
export async function ownSessions(
  deps: Deps,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
  before: string | null,
): Promise<SessionsPage> {
  const now = deps.now()
  const idleSince = idleLimit(deps)
  const [rows, count] = await Promise.all([
    findSessions(deps.db, person.id, { idleSince, now, before, limit: perPage + 1 }),
    countSessions(deps.db, person.id, idleSince, now),
  ])
  const shown = rows.slice(0, perPage)
  const others = shown.filter(({ id }) => id !== session.id)
  const own = before === null ? await findListedSession(deps.db, session.id) : null
  const listed = [...(own ? [own] : []), ...others]
  const providerOf = await nameProviders(deps, listed)
  const bound = await boundAmong(deps, listed)
  const sessions = await Promise.all(
    listed.map(async (row) => ({ ...(await show(deps, row, session.id, providerOf(row))), bound: bound.has(row.id) })),
  )
  return { sessions, count, next: rows.length > perPage ? (shown.at(-1)?.id ?? null) : null }
}

const boundAmong = async ({ config, db }: Deps, sessions: readonly ListedSession[]): Promise<Set<string>> =>
  config.bindSessions === 'off'
    ? new Set()
    : boundSessionIds(
        db,
        sessions.map(({ id }) => id),
      )

const show = async (
  deps: Deps,
  listed: ListedSession,
  currentId: string,
  provider: string | null,
): Promise<Omit<ShownSession, 'bound'>> => ({
  id: listed.id,
  current: listed.id === currentId,
  device: await (listed.deviceClientId ? deviceNamed(listed.userAgent) : deviceLabel(listed.userAgent)),
  place: coarseNetwork(listed.network),
  byPasskey: listed.amr.includes('pop'),
  provider,
  impersonated: listed.acr === impersonatedAcr,
  application: listed.deviceClientId && nameOfClient(deps, listed.deviceClientId),
  since: listed.authenticatedAt,
  seenAt: listed.seenAt,
})

const nameOfClient = ({ clients }: Pick<Deps, 'clients'>, id: string): string =>
  clients.findEvenDisabled(id)?.name ?? id

/** Ends one of the person's own sessions, and notifies its applications. */
export async function endOwnSession(deps: Deps, { person }: SignedIn, id: string, network: string): Promise<void> {
  const found = await findSessionById(deps.db, id)
  if (found?.userId !== person.id) return
  await closeSession(deps, id, userActor(person.id, network))
}

/** Ends every other session of the person, and revokes what was issued from them. */
export async function endOtherSessions(deps: Deps, { person, session }: SignedIn, network: string): Promise<void> {
  const actor = userActor(person.id, network)
  await inTransaction(deps, (tx) => signOutEverywhere(deps, tx, actor, person.id, session.id))
}
