import { impersonatedAcr } from '../../oidc/acr.ts'
import { findSessionById } from '../../store/hot/sessions.ts'
import {
  countSessions,
  findBindings,
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

/** A session as its person sees it, and an operator. */
export interface ShownSession {
  id: string
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
  /** Since when it is bound to its device; null while it is not. */
  boundAt: Date | null
  since: Date
  seenAt: Date
}

/** Sessions on a page. */
const perPage = 50

export interface SessionsPage {
  /** The current session comes first, on the first page. */
  sessions: (ShownSession & { current: boolean })[]
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
  const sessions = (await showSessions(deps, listed)).map((row) => ({ ...row, current: row.id === session.id }))
  return { sessions, count, next: rows.length > perPage ? (shown.at(-1)?.id ?? null) : null }
}

/** What is shown of sessions: of their cookies and keys nothing. */
export async function showSessions(deps: Deps, listed: readonly ListedSession[]): Promise<ShownSession[]> {
  const [providerOf, bindings] = await Promise.all([nameProviders(deps, listed), bindingsOf(deps, listed)])
  return Promise.all(
    listed.map(async (session) => ({
      id: session.id,
      device: await deviceOf(session),
      place: coarseNetwork(session.network),
      byPasskey: session.amr.includes('pop'),
      provider: providerOf(session),
      impersonated: session.acr === impersonatedAcr,
      application: session.deviceClientId && nameOfClient(deps, session.deviceClientId),
      boundAt: bindings.get(session.id) ?? null,
      since: session.authenticatedAt,
      seenAt: session.seenAt,
    })),
  )
}

/** Since when each of these sessions is bound to its device. None is while that is off. */
export const bindingsOf = async (
  { config, db }: Pick<Deps, 'config' | 'db'>,
  sessions: readonly Pick<ListedSession, 'id'>[],
): Promise<ReadonlyMap<string, Date>> =>
  config.bindSessions === 'off'
    ? new Map()
    : findBindings(
        db,
        sessions.map(({ id }) => id),
      )

/** The device of a session; of one that was signed in by a code, what it called itself. */
export const deviceOf = ({ deviceClientId, userAgent }: ListedSession): Promise<string> =>
  deviceClientId ? deviceNamed(userAgent) : deviceLabel(userAgent)

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
