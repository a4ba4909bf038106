import { signJwt } from '../../crypto/jws.ts'
import type { Mail } from '../../mail/messages.ts'
import {
  isRefusedForGood,
  isUnknownAddress,
  replyOf,
  replyOfError,
  type SmtpReply,
  smtpReply,
  unanswered,
} from '../../mail/replies.ts'
import {
  deleteMessage,
  dueDestinations,
  extendLease,
  type Lane,
  lanes,
  leaseMessages,
  type OutboxMessage,
  postponeMessage,
  refuseMessage,
} from '../../store/beyond-prisma/outbox.ts'
import { findUserByEmail } from '../../store/hot/people.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { second } from '../platform/durations.ts'
import { Circuits } from './circuits.ts'
import { laneLimits, MailConnections } from './lanes.ts'
import { findLogoutClient } from './logout-clients.ts'
import {
  isSuppressed,
  noteDeferredMail,
  noteMail,
  noteSentMail,
  noteUnknownAddress,
  refusalsOf,
  secretsIn,
} from './mail-deliveries.ts'
import type { LogoutPayload, TextMessage } from './outbox.ts'
import { sendTextMessage } from './text-messages.ts'

/**
 * If a process dies, its deliveries are retried when their leases end, within ten seconds. A delivery that takes
 * longer extends its lease. Replicas' clocks may differ by some seconds; more would send a mail twice.
 */
const lease = 8 * second
const extendEvery = 2 * second
/** How often the queue is read without being woken, for what was postponed, or queued by another process. */
const lookEvery = second

/** Delivers the queue. Lanes are independent, so nothing in one waits for another. */
export class Delivery {
  readonly #circuits: Record<Lane, Circuits> = {
    code: new Circuits(laneLimits.code.longestPause),
    mail: new Circuits(laneLimits.mail.longestPause),
    logout: new Circuits(laneLimits.logout.longestPause),
    sms: new Circuits(laneLimits.sms.longestPause),
  }
  readonly #connections = new MailConnections()
  readonly #underWay = new Map<OutboxMessage, Promise<void>>()
  readonly #filling = new Map<Lane, { again: boolean; done: Promise<void> }>()
  #timers: NodeJS.Timeout[] = []
  #open = false

  /** `report` is called with errors of the queue itself. */
  constructor(
    private readonly deps: Deps,
    private readonly report: (error: unknown) => void,
  ) {}

  begin(): void {
    this.#open = true
    this.#timers = [
      setInterval(() => this.wake(), lookEvery).unref(),
      setInterval(() => this.#extend(), extendEvery).unref(),
    ]
    this.wake()
  }

  /** Starts no further deliveries, and waits for those in progress. */
  async end(): Promise<void> {
    this.#open = false
    await Promise.all([...this.#filling.values()].map(({ done }) => done))
    await Promise.all(this.#underWay.values())
    for (const timer of this.#timers) clearInterval(timer)
  }

  wake(): void {
    if (this.#open) for (const lane of lanes) this.#fill(lane)
  }

  /** For a command that ends soon: delivers what is due, for `timeout` milliseconds at most. The rest stays queued. */
  async deliverFor(timeout: number): Promise<void> {
    const until = performance.now() + timeout
    this.begin()
    do {
      await Promise.all([...this.#filling.values()].map(({ done }) => done))
      const left = until - performance.now()
      if (this.#underWay.size === 0 || left <= 0) break
      await Promise.race([...this.#underWay.values(), new Promise((resolve) => setTimeout(resolve, left))])
    } while (performance.now() < until)
    this.#open = false
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Starts as many deliveries as a lane has room for. If it is woken meanwhile, it looks again. */
  #fill(lane: Lane): void {
    const running = this.#filling.get(lane)
    if (running) {
      running.again = true
      return
    }
    const state = { again: true, done: Promise.resolve() }
    this.#filling.set(lane, state)
    state.done = (async () => {
      while (state.again && this.#open) {
        state.again = false
        await this.#take(lane).catch(this.report)
      }
      this.#filling.delete(lane)
    })()
  }

  async #take(lane: Lane): Promise<void> {
    const now = this.deps.now()
    const { all, perDestination, crowdedFrom } = laneLimits[lane]
    const busy = [...this.#underWay.keys()].filter((message) => message.lane === lane)
    const places = lane === 'code' ? Math.min(all, this.#connections.limit(now) - laneLimits.mail.all) : all
    let capacity = places - busy.length
    if (capacity <= 0) return
    const destinations = shuffled(await dueDestinations(this.deps.db, lane, now))
    for (const destination of destinations) {
      if (capacity <= 0) return
      const own = busy.filter((message) => message.destination === destination).length
      const each = places - capacity < crowdedFrom ? perDestination : 1
      const limit = Math.min(this.#circuits[lane].limit(destination, each, now) - own, capacity)
      if (limit <= 0) continue
      const until = new Date(now.getTime() + lease)
      const messages = await leaseMessages(this.deps.db, { lane, destination, limit }, now, until)
      for (const message of messages) this.#start(message)
      capacity -= messages.length
    }
  }

  #start(message: OutboxMessage): void {
    const done = this.#deliver(message)
      .catch(this.report)
      .then(() => {
        this.#underWay.delete(message)
        if (this.#open) this.#fill(message.lane)
      })
    this.#underWay.set(message, done)
  }

  #extend(): void {
    const until = new Date(this.deps.now().getTime() + lease)
    for (const message of this.#underWay.keys()) extendLease(this.deps.db, message, until).catch(this.report)
  }

  async #deliver(message: OutboxMessage): Promise<void> {
    const { db, log, counters, now } = this.deps
    const { id, kind, lane, destination, attempts } = message
    const payload = this.deps.keyring.open('outbox', message.payload)
    const mail = kind === 'mail' && payload !== null ? (JSON.parse(payload) as Mail) : null
    if (message.expiresAt <= now() || payload === null) {
      log.warn({ message: id, kind, readable: payload !== null }, 'a message expired before it could be sent')
      counters.message(kind, 'expired')
      await deleteMessage(db, id)
      if (mail) await noteMail(this.deps, db, { ...message, mail }, 'expired', unanswered)
      return
    }
    let reply: SmtpReply | null
    try {
      reply = await this.#hand(message, payload, mail)
    } catch (error) {
      const crowded = mail !== null && this.#connections.refused(error, this.#openMails(), now())
      if (isUnanswered(error) && !crowded) this.#circuits[lane].failed(destination, now())
      else if (!crowded) this.#circuits[lane].answered(destination)
      if (mail && isRefusedForGood(error)) return noteRefusedMail(this.deps, message, mail, error)
      const pause = Math.min(2 ** attempts * second, laneLimits[lane].longestRetry)
      log.warn({ message: id, kind, attempt: attempts, reason: reasonOf(error) }, 'a message could not be sent yet')
      counters.message(kind, 'postponed')
      await postponeMessage(db, message, new Date(now().getTime() + pause))
      if (mail) await noteDeferredMail(this.deps, message, mail, error)
      return
    }
    if (reply === null) return
    this.#circuits[lane].answered(destination)
    counters.message(kind, 'sent')
    await deleteMessage(db, id)
    if (mail) await noteSentMail(this.deps, message, mail, reply)
  }

  #openMails(): number {
    return [...this.#underWay.keys()].filter(({ kind }) => kind === 'mail').length
  }

  /** Hands a message over. Null when it was refused for good, which is noted already. */
  async #hand(message: OutboxMessage, payload: string, mail: Mail | null): Promise<SmtpReply | null> {
    if (mail) return (await suppressMail(this.deps, message, mail)) ? null : sendMail(this.deps, message, mail)
    if (message.kind === 'sms') {
      if (await sendTextMessage(this.deps, message, JSON.parse(payload) as TextMessage)) return unanswered
      this.#circuits.sms.answered(message.destination)
      return null
    }
    await sendLogoutToken(this.deps, JSON.parse(payload) as LogoutPayload)
    return unanswered
  }
}

/** So that no destination always comes first while a lane is full. */
const shuffled = <T>(items: readonly T[]): T[] => {
  const order = [...items]
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[order[index], order[other]] = [order[other] as T, order[index] as T]
  }
  return order
}

/** True when the other side said nothing: no connection, or no answer in time. A refusal is an answer. */
const isUnanswered = (error: unknown): boolean =>
  /^(ABORT_ERR|E(TIMEDOUT|CONN[A-Z]+|SOCKET|DNS|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE))$/.test(
    String((error as { code?: unknown }).code),
  )

/** What went wrong, without addresses or bodies that an error message may repeat. */
const reasonOf = (error: unknown): string => {
  const { code, name } = error as { code?: string; name?: string }
  return [name, code, replyOf(error)].filter(Boolean).join(' ')
}

/** Hands a mail to the mail server, and returns what it said. Throws when it was not taken. */
async function sendMail(deps: Deps, { id }: OutboxMessage, mail: Mail): Promise<SmtpReply> {
  const { reply } = await deps.mailer.send(mail, id)
  if (mail.kind === 'sign-in-code') deps.counters.codeSent()
  return smtpReply(reply, secretsIn(mail))
}

/** Sends a logout token to its client. Throws when the client did not take it. */
async function sendLogoutToken(deps: Deps, { clientId, userId, sessionId, jti }: LogoutPayload): Promise<void> {
  const client = await findLogoutClient(deps, clientId, deps.db)
  if (!client?.backchannelLogoutUri) return
  const iat = Math.floor(deps.now().getTime() / 1000)
  const token = await signJwt(deps.keys.signer(client.idTokenSignedResponseAlg), 'logout+jwt', {
    iss: deps.config.issuer,
    aud: client.id,
    iat,
    exp: iat + 120,
    jti,
    sub: userId,
    sid: sessionId,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const answer = await deps.outbound(client.backchannelLogoutUri, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  })
  // Back-Channel Logout 2.8: 200 is success; 400 means that the request was invalid, and repeating it would not help.
  if (answer.status >= 300 && answer.status !== 400)
    throw Object.assign(new Error('refused'), { name: 'LogoutRefused', responseCode: answer.status })
}

/** The mail server refused a mail for good: it is not sent again, and operators can see why. */
async function noteRefusedMail(deps: Deps, { id, attempts }: OutboxMessage, mail: Mail, error: unknown): Promise<void> {
  const reply = replyOf(error)
  const user = await findUserByEmail(deps.db, mail.to)
  const noted = await inTransaction(deps, async (tx) => {
    if (!(await refuseMessage(tx, id, reply))) return false
    await noteMail(deps, tx, { id, mail, attempts }, 'refused', replyOfError(error, secretsIn(mail)))
    if (isUnknownAddress(error)) await noteUnknownAddress(deps, tx, mail, reply)
    await tx.record(system, {
      action: 'mail.refused',
      ...(user ? { target: ['user', user.id] as const } : {}),
      detail: { mail: id, kind: mail.kind, reply },
    })
    return true
  })
  if (!noted) return
  deps.log.warn({ message: id, kind: 'mail', reply }, 'the mail server refused a mail for good')
  deps.counters.message('mail', 'refused')
}

/** Ends a mail to an address that its mail server does not know, as if it had been refused again. False for other mails. */
async function suppressMail(deps: Deps, { id, lane, attempts }: OutboxMessage, mail: Mail): Promise<boolean> {
  const refusals = await refusalsOf(deps, mail)
  if (!refusals || !isSuppressed(mail, lane === 'code', refusals)) return false
  await inTransaction(deps, async (tx) => {
    tx.commitWithoutEvent('queue')
    if (await refuseMessage(tx, id, refusals.reply))
      await noteMail(deps, tx, { id, mail, attempts }, 'suppressed', unanswered)
  })
  deps.counters.message('mail', 'refused')
  return true
}
