import { type Advice, advise } from '../../config/advice.ts'
import { countAccountsSince } from '../../store/beyond-prisma/accounts.ts'
import { countMailsSince, type MailOutcome, mailQueue } from '../../store/beyond-prisma/delivery/mail-deliveries.ts'
import { findSignInCounts, type SignInCount } from '../../store/beyond-prisma/sign-in-log.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { rotateAfter } from '../platform/keys/key-rotation.ts'
import { countLimit, endpointBacklog } from './deliveries/webhook-deliveries.ts'

export type { SignInCount } from '../../store/beyond-prisma/sign-in-log.ts'

/** How long in advance an upcoming change is mentioned. */
const soon = 14 * day

export interface Overview {
  /** The days of the chart, UTC, the oldest first; the last one is today. */
  days: readonly string[]
  signIns: readonly SignInCount[]
  newAccounts: number
  mails: Readonly<Record<Extract<MailOutcome, 'sent' | 'refused' | 'suppressed'>, number>>
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
  const days = Array.from({ length: dayCount }, (_, index) =>
    dayOf(new Date(today.getTime() - (dayCount - 1 - index) * day)),
  )
  const [signIns, newAccounts, sent, refused, suppressed, queue, lateEndpoints] = await Promise.all([
    findSignInCounts(db, days[0] ?? dayOf(today)),
    countAccountsSince(db, today, countLimit),
    countMailsSince(db, 'sent', today, countLimit),
    countMailsSince(db, 'refused', today, countLimit),
    countMailsSince(db, 'suppressed', today, countLimit),
    mailQueue(db),
    findLateEndpoints(deps),
  ])
  const waiting = queue.filter(({ lane }) => lane !== 'refused')
  const oldest = waiting.map((lane) => lane.oldest.getTime()).sort((left, right) => left - right)[0]
  return {
    ...{ days, signIns, newAccounts, lateEndpoints },
    mails: { sent, refused, suppressed },
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
    warnings: advise(config, now).filter(({ named }) => named?.name !== 'noTerms' || deps.terms.held() === null),
  }
}

const startOfDay = (at: Date): Date => new Date(at.getTime() - (at.getTime() % day))
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

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
