import type { Lane } from '../../store/beyond-prisma/outbox.ts'
import { second } from '../platform/durations.ts'

interface LaneLimits {
  /** How many deliveries go on at the same time, and how many of them to one destination. */
  all: number
  perDestination: number
  /** From how many deliveries on each destination has one place only, so that those that hang take few. */
  crowdedFrom: number
  /** Milliseconds that a message waits at most after it failed, and a destination that did not answer. */
  longestRetry: number
  longestPause: number
}

/**
 * The connections to the mail server are shared out: mails with a code never wait for one that other mails use
 * (mail/mailer.ts has as many as both need). Somebody waits for a code, and it is only valid for minutes. So codes have a
 * place for each of many domains whose mail the server is slow to accept; a connection is only open while it is needed.
 */
export const laneLimits: Record<Lane, LaneLimits> = {
  code: { all: 128, perDestination: 4, crowdedFrom: 16, longestRetry: 30 * second, longestPause: 15 * second },
  mail: { all: 3, perDestination: 2, crowdedFrom: Infinity, longestRetry: 600 * second, longestPause: 60 * second },
  // Somebody waits for these too. All of them go to one gateway.
  sms: { all: 4, perDestination: 4, crowdedFrom: Infinity, longestRetry: 15 * second, longestPause: 15 * second },
  logout: { all: 32, perDestination: 4, crowdedFrom: Infinity, longestRetry: 600 * second, longestPause: 60 * second },
}

/** As many connections as any mail server takes from one client. */
const fewConnections = 8
/** How long a limit of the mail server's connections is assumed to hold. */
const memory = 600 * second

/**
 * How many connections the mail server takes at once. Many refuse a client more than ten or fifty: then that many are open
 * for a while, and no mail is tried on one more.
 */
export class MailConnections {
  #limit = Number.POSITIVE_INFINITY
  #until = 0

  limit(now: Date): number {
    return now.getTime() < this.#until ? this.#limit : Number.POSITIVE_INFINITY
  }

  /** True if a failure says that there were too many connections, and nothing about a destination. */
  refused(error: unknown, open: number, now: Date): boolean {
    if ((error as { command?: unknown }).command !== 'CONN' || open <= fewConnections) return false
    this.#limit = Math.max(fewConnections, Math.min(this.limit(now), open) - 1)
    this.#until = now.getTime() + memory
    return true
  }
}
