import type { Lane } from '../../store/beyond-prisma/outbox.ts'
import { second } from '../platform/durations.ts'

interface LaneLimits {
  /** How many deliveries go on at the same time, and how many of them to one destination. */
  all: number
  perDestination: number
  /** Milliseconds that a message waits at most after it failed, and a destination that did not answer. */
  longestRetry: number
  longestPause: number
}

/**
 * The connections to the mail server are shared out: mails with a code never wait for one that other mails use
 * (mail/mailer.ts has as many as both need). Somebody waits for a code, and it is only valid for minutes.
 */
export const laneLimits: Record<Lane, LaneLimits> = {
  code: { all: 5, perDestination: 4, longestRetry: 30 * second, longestPause: 15 * second },
  mail: { all: 3, perDestination: 2, longestRetry: 600 * second, longestPause: 60 * second },
  // Somebody waits for these too. All of them go to one gateway.
  sms: { all: 4, perDestination: 4, longestRetry: 15 * second, longestPause: 15 * second },
  logout: { all: 32, perDestination: 4, longestRetry: 600 * second, longestPause: 60 * second },
}
