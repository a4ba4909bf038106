import { firstIdAt, type TimeSpan } from '../../../crypto/random.ts'
import type { Change, Transaction } from '../../connections/database.ts'
import { type SqlStore, type SqlWrites, time } from '../../connections/sql.ts'
import { type MailSuppressionRow, mailSuppressionColumns } from '../../generated/rows.ts'

export const mailOutcomes = ['sent', 'deferred', 'refused', 'suppressed', 'expired'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

export interface MailDelivery {
  id: string
  kind: string
  addressKey: string
  addressShown: string
  outcome: MailOutcome
  attempts: number
  at: Date
  replyCode: number | null
  replyText: string | null
  messageId: string
  expiresAt: Date
}

/** Notes what became of a mail. A later attempt replaces what is known of an earlier one. */
export async function recordMail({ sql }: SqlWrites, mail: MailDelivery): Promise<void> {
  await sql.write(
    `INSERT INTO mail_delivery (id, kind, address_key, address_shown, outcome, attempts, at, reply_code, reply_text, message_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO UPDATE SET outcome = $5, attempts = $6, at = $7, reply_code = $8, reply_text = $9, expires_at = $11`,
    [
      mail.id,
      mail.kind,
      mail.addressKey,
      mail.addressShown,
      mail.outcome,
      mail.attempts,
      mail.at,
      mail.replyCode,
      mail.replyText,
      mail.messageId,
      mail.expiresAt,
    ],
  )
}

export interface Suppression {
  id: string
  addressKey: string
  addressShown: string
  /** In a row. */
  refusals: number
  reply: string
  at: Date
  expiresAt: Date
}

/** What is known of an address that its mail server refused. */
export async function findSuppression({ sql }: SqlStore, addressKey: string, now: Date): Promise<Suppression | null> {
  const [row] = await sql.read<MailSuppressionRow>(
    `SELECT ${mailSuppressionColumns} FROM mail_suppression WHERE address_key = $1 AND expires_at > $2`,
    [addressKey, now],
  )
  return row
    ? {
        id: row.id,
        addressKey: row.address_key,
        addressShown: row.address_shown,
        refusals: Number(row.refusals),
        reply: row.reply,
        at: time(row.at),
        expiresAt: time(row.expires_at),
      }
    : null
}

/** Counts a refusal of an address. If the last one has expired, it begins with one again. */
export async function countRefusal(
  { sql }: Transaction,
  { id, addressKey, addressShown, reply, at, expiresAt }: Omit<Suppression, 'refusals'>,
): Promise<void> {
  await sql.write(
    `INSERT INTO mail_suppression (id, address_key, address_shown, refusals, reply, at, expires_at)
     VALUES ($1, $2, $3, 1, $4, $5, $6)
     ON CONFLICT (address_key) DO UPDATE SET
       refusals = CASE WHEN mail_suppression.expires_at > $5 THEN mail_suppression.refusals + 1 ELSE 1 END,
       reply = $4, at = $5, expires_at = $6`,
    [id, addressKey, addressShown, reply, at, expiresAt],
  )
}

/** A mail arrived: the address exists. */
export async function forgetRefusals({ sql }: SqlWrites, addressKey: string): Promise<void> {
  await sql.write('DELETE FROM mail_suppression WHERE address_key = $1', [addressKey])
}

export interface MailLane {
  lane: 'code' | 'mail' | 'refused'
  waiting: number
  /** Of these, how many were tried and have to wait. */
  late: number
  oldest: Date
  /** When the first of those that are not being sent is due. */
  nextTry: Date | null
}

/** What waits for the mail server, by lane, and the mails that it refused and whose pages may still be open. */
export async function mailQueue({ sql }: SqlStore): Promise<MailLane[]> {
  const rows = await sql.read(
    `SELECT lane, count(*) AS waiting, sum(CASE WHEN attempts > 0 AND leased_until IS NULL THEN 1 ELSE 0 END) AS late, min(created_at) AS oldest,
       min(CASE WHEN leased_until IS NULL THEN due_at END) AS next
     FROM outbox_message WHERE kind = 'mail' GROUP BY lane`,
    [],
  )
  return rows.map((row) => ({
    lane: row.lane as MailLane['lane'],
    waiting: Number(row.waiting),
    late: Number(row.late),
    oldest: time(row.oldest),
    nextTry: row.next === null ? null : time(row.next),
  }))
}

/** What is known about mails to a person goes with the person. */
export async function deleteMailsTo({ sql }: Change, addressKeys: readonly string[]): Promise<void> {
  for (const key of addressKeys) {
    await sql.write('DELETE FROM mail_delivery WHERE address_key = $1', [key])
    await sql.write('DELETE FROM mail_suppression WHERE address_key = $1', [key])
  }
}

/** How many mails of a span of time had one of these outcomes. Counting ends at `limit` for each. */
export async function countMails(
  { sql }: SqlStore,
  outcomes: readonly MailOutcome[],
  { from, until }: TimeSpan,
  limit: number,
): Promise<number> {
  const counts = outcomes.map(
    (_, index) =>
      `SELECT count(*) AS n FROM (SELECT id FROM mail_delivery WHERE outcome = $${index + 4} AND id >= $1 AND id < $2 LIMIT $3) found`,
  )
  const rows = await sql.read(counts.join(' UNION ALL '), [firstIdAt(from), firstIdAt(until), limit, ...outcomes])
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}
