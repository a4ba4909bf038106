import type { Change } from '../../connections/database.ts'
import { type SqlStore, type SqlWrites, time } from '../../connections/sql.ts'
import type { OutboxMessageRow, PhoneChallengeRow } from '../../generated/rows.ts'
import { clockSkew, type WaitingMail } from '../../hot/email-challenges.ts'

/** A code that was sent to a phone number, for one person in one browser. */
interface PhoneChallenge {
  userId: string
  /** E.164. */
  number: string
  codeDigest: string
  browserDigest: string
  /** The queued message that carries the code. */
  messageId: string
  createdAt: Date
  expiresAt: Date
}

/** One live code per person: a new one takes the place of the old one, whatever number that was for, and its tries begin anew. */
export async function putPhoneChallenge({ sql }: Change, challenge: PhoneChallenge): Promise<void> {
  await sql.write(
    `INSERT INTO phone_challenge (user_id, number, code_digest, browser_digest, tries, message_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, 0, $5, $6, $7)
     ON CONFLICT (user_id) DO UPDATE SET number = excluded.number, code_digest = excluded.code_digest,
       browser_digest = excluded.browser_digest, tries = 0, message_id = excluded.message_id,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      challenge.userId,
      challenge.number,
      challenge.codeDigest,
      challenge.browserDigest,
      challenge.messageId,
      challenge.createdAt,
      challenge.expiresAt,
    ],
  )
}

/** A live code, and the message that carries it. */
interface LivePhoneChallenge {
  number: string
  tries: number
  /** Null once the gateway has it. */
  message: WaitingMail | null
}

/** The live code of a person in this browser. */
export async function findPhoneChallenge(
  { sql }: SqlStore,
  key: { userId: string; browserDigest: string; now: Date },
): Promise<LivePhoneChallenge | null> {
  type Row = Pick<PhoneChallengeRow, 'number' | 'tries' | 'created_at'> &
    Pick<OutboxMessageRow, 'refusal' | 'leased_until'> & { attempts: unknown }
  const [row] = await sql.read<Row>(
    `SELECT c.number, c.tries, c.created_at, o.attempts, o.leased_until, o.refusal
     FROM phone_challenge c LEFT JOIN outbox_message o ON o.id = c.message_id
     WHERE c.user_id = $1 AND c.browser_digest = $2 AND c.expires_at > $3`,
    [key.userId, key.browserDigest, key.now],
  )
  if (!row) return null
  const { number, tries, created_at, attempts, leased_until, refusal } = row
  const waits = attempts !== null && attempts !== undefined
  const createdAt = time(created_at)
  const message = waits ? { attempts: Number(attempts), createdAt, inDelivery: leased_until !== null, refusal } : null
  return { number, tries: Number(tries), message }
}

/** Deletes the message with a person's code, if it still waits: it is no longer needed. */
export async function deletePhoneMessage({ sql }: Change, userId: string): Promise<void> {
  await sql.write(
    'DELETE FROM outbox_message WHERE id IN (SELECT message_id FROM phone_challenge WHERE user_id = $1)',
    [userId],
  )
}

/**
 * Spends one try: counted before anything is compared, so parallel guesses cannot outrun the count. Returns the number and
 * the digest to compare with; null when this browser has no live code, or its tries are spent.
 */
export async function spendPhoneTry(
  { sql }: SqlWrites,
  key: { userId: string; browserDigest: string; tries: number; now: Date },
): Promise<Pick<PhoneChallenge, 'number' | 'codeDigest'> | null> {
  const [row] = await sql.write<Pick<PhoneChallengeRow, 'number' | 'code_digest'>>(
    `UPDATE phone_challenge SET tries = tries + 1
     WHERE user_id = $1 AND browser_digest = $2 AND created_at <= $5 AND expires_at > $3 AND tries < $4
     RETURNING number, code_digest`,
    [key.userId, key.browserDigest, key.now, key.tries, new Date(key.now.getTime() + clockSkew)],
  )
  return row ? { number: row.number, codeDigest: row.code_digest } : null
}

/** Redeems a code once: it is deleted. Null when another one took its place, or it was used, or has expired. */
export async function redeemPhoneChallenge(
  { sql }: Change,
  { userId, codeDigest, now }: { userId: string; codeDigest: string; now: Date },
): Promise<{ number: string } | null> {
  const [row] = await sql.write<Pick<PhoneChallengeRow, 'number'>>(
    'DELETE FROM phone_challenge WHERE user_id = $1 AND code_digest = $2 AND expires_at > $3 RETURNING number',
    [userId, codeDigest, now],
  )
  return row ? { number: row.number } : null
}

/** A code for a number that is no longer wanted. */
export async function deletePhoneChallenge({ sql }: Change, userId: string): Promise<void> {
  await sql.write('DELETE FROM phone_challenge WHERE user_id = $1', [userId])
}
