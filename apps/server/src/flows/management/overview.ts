import { type Advice, advise } from '../../config/advice.ts'
import type { TimeSpan } from '../../crypto/random.ts'
import { countMails, type MailOutcome, mailQueue } from '../../store/beyond-prisma/delivery/mail-deliveries.ts'
import { countEvents } from '../../store/beyond-prisma/event-search.ts'
import {
  type ClientSignIns,
  findSignInCounts,
  findSignInsByClient,
  type SignInCount,
} from '../../store/beyond-prisma/sign-in-log.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { rotateAfter } from '../platform/keys/key-rotation.ts'
import { countLimit, endpointBacklog } from './deliveries/webhook-deliveries.ts'
import { adviseOnRequiredSignIn } from './server/identity-providers.ts'

export type { ClientSignIns, SignInCount } from '../../store/beyond-prisma/sign-in-log.ts'

/** How long in advance an upcoming change is mentioned. */
const soon = 14 * day

/** Today's number, beside that of a week ago. */
interface Compared {
  today: number
  /** Null where it is not known any more. */
  weekAgo: number | null
  /** What `weekAgo` counts: as much of the day as has passed today, or all of it, where only days are counted. */
  span: 'by-this-time' | 'all-day'
}

export interface Overview {
  /** The days of the chart, UTC, the oldest first; the last one is today. */
  days: readonly string[]
  signIns: readonly SignInCount[]
  numbers: Readonly<Record<'signIns' | 'failures' | 'newAccounts' | 'mailsSent' | 'mailsRefused', Compared>>
  /** Mails that wait for the mail server. */
  waitingMails: { count: number; oldest: Date | null }
  /** Endpoints with waiting or refused deliveries. */
  lateEndpoints: readonly { id: string; name: string; waiting: number; failed: number; oldest: Date | null }[]
  /** Signing keys that are replaced soon, by themselves. */
  endingKeys: readonly { kid: string; alg: string; at: Date }[]
  /** Clients and endpoints with two secrets: one of them has to be dropped. */
  twoSecrets: readonly { kind: 'client' | 'endpoint'; id: string; name: string; since: Date }[]
  /** What `doctor` says of the configuration. */
  warnings: readonly Advice[]
}

/** What an operator sees first. Each number is read by an index, and none grows with people. */
export async function getOverview(deps: Deps, dayCount: number): Promise<Overview> {
  const { db, config } = deps
  const now = deps.now()
  const today = startOfDay(now)
  const days = lastDays(today, dayCount)
  const weekAgo = new Date(today.getTime() - 7 * day)
  const spans: Spans = [
    { from: today, until: new Date(today.getTime() + day) },
    { from: weekAgo, until: new Date(now.getTime() - 7 * day) },
  ]
  const since = dayOf(dayCount > 7 ? new Date(today.getTime() - (dayCount - 1) * day) : weekAgo)
  const signIns = await findSignInCounts(db, since)
  const [numbers, queue, lateEndpoints, requiredSignIn] = await Promise.all([
    compareNumbers(deps, signIns, spans),
    mailQueue(db),
    findLateEndpoints(deps),
    adviseOnRequiredSignIn(deps),
  ])
  const waiting = queue.filter(({ lane }) => lane !== 'refused')
  const oldest = waiting.map((lane) => lane.oldest.getTime()).sort((left, right) => left - right)[0]
  return {
    ...{ days, signIns, numbers, lateEndpoints },
    waitingMails: {
      count: waiting.reduce((sum, lane) => sum + lane.waiting, 0),
      oldest: oldest === undefined ? null : new Date(oldest),
    },
    endingKeys: deps.keys
      .list()
      .filter(({ state }) => state === 'current')
      .map(({ kid, alg, since }) => ({ kid, alg, at: new Date(since.getTime() + rotateAfter) }))
      .filter(({ at }) => at.getTime() - now.getTime() < soon),
    twoSecrets: [...clientsWithTwoSecrets(deps), ...endpointsWithTwoSecrets(deps, now)],
    // Only this process knows what was published in the console.
    warnings: [
      ...requiredSignIn,
      ...advise(config, now).filter(({ named }) => named?.name !== 'noTerms' || deps.terms.held() === null),
    ],
  }
}

/** What the charts of one application show. */
export async function getSignIns(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  clientId: string,
  dayCount: number,
): Promise<Pick<Overview, 'days' | 'signIns'>> {
  const days = lastDays(startOfDay(now()), dayCount)
  return { days, signIns: await findSignInCounts(db, days[0] ?? '', clientId) }
}

/** How many days the list of applications looks back. */
export const clientSignInDays = 30

/** How often people signed in to each of some clients lately. */
export const getSignInsByClient = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  clientIds: readonly string[],
): Promise<Map<string, ClientSignIns>> =>
  findSignInsByClient(db, lastDays(startOfDay(now()), clientSignInDays)[0] ?? '', clientIds)

const lastDays = (today: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(today.getTime() - (count - 1 - index) * day)))

const startOfDay = (at: Date): Date => new Date(at.getTime() - (at.getTime() % day))
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

type Spans = readonly [today: TimeSpan, weekAgo: TimeSpan]

/** What an index counts by time: imports are events of their own, so their people are no new accounts. */
async function compareNumbers(deps: Deps, signIns: readonly SignInCount[], [today, weekAgo]: Spans) {
  const { db, config } = deps
  const eventsKept = config.auditRetention > (8 * day) / 1000
  const events = async (actions: readonly ChangeAction[]): Promise<Compared> => ({
    today: await countEvents(db, actions, today, countLimit),
    weekAgo: eventsKept ? await countEvents(db, actions, weekAgo, countLimit) : null,
    span: 'by-this-time',
  })
  const mails = async (outcomes: readonly MailOutcome[]): Promise<Compared> => ({
    today: await countMails(db, outcomes, today, countLimit),
    weekAgo: await countMails(db, outcomes, weekAgo, countLimit),
    span: 'by-this-time',
  })
  const [sessions, newAccounts, mailsSent, mailsRefused] = await Promise.all([
    events(['session.created', 'session.renewed']),
    events(['user.created']),
    mails(['sent']),
    mails(['refused', 'suppressed']),
  ])
  const days = (succeeded: boolean) => daysCompared(signIns, succeeded, [today, weekAgo])
  const bySession =
    sessions.weekAgo !== null && sessions.weekAgo < countLimit ? { ...sessions, today: days(true).today } : null
  return { signIns: bySession ?? days(true), failures: days(false), newAccounts, mailsSent, mailsRefused }
}

/** The counts of days are exact. Those of failures are nothing else: the log of single attempts leaves some out. */
function daysCompared(counts: readonly SignInCount[], succeeded: boolean, [today, weekAgo]: Spans): Compared {
  const sum = ({ from }: TimeSpan) =>
    counts
      .filter((count) => count.day === dayOf(from) && (count.outcome === 'succeeded') === succeeded)
      .reduce((total, { count }) => total + count, 0)
  return { today: sum(today), weekAgo: sum(weekAgo), span: 'all-day' }
}

async function findLateEndpoints(deps: Deps): Promise<Overview['lateEndpoints']> {
  const backlogs = await Promise.all(
    deps.webhookEndpoints.list().map(async ({ id, name }) => ({ id, name, ...(await endpointBacklog(deps, id)) })),
  )
  return backlogs.filter(({ waiting, failed, attempts }) => failed > 0 || (waiting > 0 && attempts > 0))
}

function* clientsWithTwoSecrets({ clients }: Deps): Iterable<Overview['twoSecrets'][number]> {
  for (const { record, client } of clients.allStored())
    if (record.nextSecretAt && !record.deleteAfter)
      yield { kind: 'client', id: client.id, name: client.name, since: record.nextSecretAt }
}

function* endpointsWithTwoSecrets({ webhookEndpoints }: Deps, now: Date): Iterable<Overview['twoSecrets'][number]> {
  for (const { id, name, stored } of webhookEndpoints.list())
    if (stored?.previousSecretUntil && stored.previousSecretUntil > now)
      yield { kind: 'endpoint', id, name, since: stored.secretAt }
}
