import { type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import { type EmailChallengeRow, emailChallengeColumns, type OutboxMessageRow } from '../generated/rows.ts'

/** How far the clocks of replicas may differ, in milliseconds. A clock that jumps back further brings no code back to life. */
export const clockSkew = 60_000

export interface EmailChallenge {
  address: string
  purpose: string
  codeDigest: string
  linkDigest: string
  browserDigest: string
  interactionId: string
  createdAt: Date
  expiresAt: Date
  linkExpiresAt: Date
  usedAt: Date | null
}

/** One live challenge per address and purpose: a new one takes the old one's place, and its tries begin anew. */
export async function putChallenge(
  { sql }: SqlWrites,
  challenge: Omit<EmailChallenge, 'usedAt'> & { mailId: string | null },
): Promise<void> {
  await sql.write(
    `INSERT INTO email_challenge (address, purpose, code_digest, link_digest, browser_digest, interaction_id, tries, created_at, expires_at, link_expires_at, mail_id)
     VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9, $10)
     ON CONFLICT (address, purpose) DO UPDATE SET code_digest = excluded.code_digest, link_digest = excluded.link_digest,
       browser_digest = excluded.browser_digest, interaction_id = excluded.interaction_id, tries = 0, created_at = excluded.created_at,
       expires_at = excluded.expires_at, link_expires_at = excluded.link_expires_at, mail_id = excluded.mail_id, used_at = NULL`,
    [
      challenge.address,
      challenge.purpose,
      challenge.codeDigest,
      challenge.linkDigest,
      challenge.browserDigest,
      challenge.interactionId,
      challenge.createdAt,
      challenge.expiresAt,
      challenge.linkExpiresAt,
      challenge.mailId,
    ],
  )
}

/** The mail of a challenge that has not left, or was refused for good. */
export interface WaitingMail {
  attempts: number
  createdAt: Date
  inDelivery: boolean
  /** Null, or the reply of the mail server that refused it. */
  refusal: string | null
}

/** Null once the mail has left. */
export async function findWaitingMail(
  { sql }: SqlStore,
  address: string,
  purpose: string,
): Promise<WaitingMail | null> {
  const [row] = await sql.read<Pick<OutboxMessageRow, 'attempts' | 'created_at' | 'leased_until' | 'refusal'>>(
    `SELECT o.attempts, o.created_at, o.leased_until, o.refusal FROM email_challenge c JOIN outbox_message o ON o.id = c.mail_id
     WHERE c.address = $1 AND c.purpose = $2`,
    [address, purpose],
  )
  if (!row) return null
  return {
    attempts: Number(row.attempts),
    createdAt: time(row.created_at),
    inDelivery: row.leased_until !== null,
    refusal: row.refusal,
  }
}

/**
 * Spends one try and returns the digest to compare with: counted before it is compared, so parallel guesses cannot
 * outrun the count. Null when there is no live challenge for this browser, or its tries are spent.
 */
export async function spendTry(
  { sql }: SqlWrites,
  key: { address: string; purpose: string; browserDigest: string; interactionId: string; tries: number; now: Date },
): Promise<string | null> {
  const [row] = await sql.write<Pick<EmailChallengeRow, 'code_digest'>>(
    `UPDATE email_challenge SET tries = tries + 1
     WHERE address = $1 AND purpose = $2 AND browser_digest = $3 AND interaction_id = $4 AND used_at IS NULL AND created_at <= $7 AND expires_at > $5 AND tries < $6
     RETURNING code_digest`,
    [
      key.address,
      key.purpose,
      key.browserDigest,
      key.interactionId,
      key.now,
      key.tries,
      new Date(key.now.getTime() + clockSkew),
    ],
  )
  return row ? row.code_digest : null
}

/** The last challenge of an address and purpose, live or not. */
export async function findChallenge(
  { sql }: SqlStore,
  address: string,
  purpose: string,
): Promise<(EmailChallenge & { tries: number }) | null> {
  const [row] = await sql.read<EmailChallengeRow>(
    `SELECT ${emailChallengeColumns} FROM email_challenge WHERE address = $1 AND purpose = $2`,
    [address, purpose],
  )
  return row ? { ...toChallenge(row), tries: Number(row.tries) } : null
}

/** How often the live code of this attempt was tried. Null where this browser has none. */
export async function findTries(
  { sql }: SqlStore,
  key: { address: string; purpose: string; browserDigest: string; interactionId: string; now: Date },
): Promise<number | null> {
  const [row] = await sql.read<Pick<EmailChallengeRow, 'tries'>>(
    `SELECT tries FROM email_challenge
     WHERE address = $1 AND purpose = $2 AND browser_digest = $3 AND interaction_id = $4 AND used_at IS NULL AND expires_at > $5`,
    [key.address, key.purpose, key.browserDigest, key.interactionId, key.now],
  )
  return row ? Number(row.tries) : null
}

/** Redeems a challenge once, by the digest of its code. `used_at IS NULL` is the lock, and the database holds it. */
export async function redeemByCode(
  { sql }: SqlWrites,
  address: string,
  purpose: string,
  codeDigest: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE email_challenge SET used_at = $4 WHERE address = $1 AND purpose = $2 AND code_digest = $3 AND used_at IS NULL RETURNING address',
    [address, purpose, codeDigest, now],
  )
  return rows.length === 1
}

/** Redeems a challenge once, by its link, in the browser that began. */
export async function redeemByLink(
  { sql }: SqlWrites,
  linkDigest: string,
  browserDigest: string,
  now: Date,
): Promise<EmailChallenge | null> {
  const [row] = await sql.write<EmailChallengeRow>(
    `UPDATE email_challenge SET used_at = $3
     WHERE link_digest = $1 AND browser_digest = $2 AND used_at IS NULL AND link_expires_at > $3 RETURNING ${emailChallengeColumns}`,
    [linkDigest, browserDigest, now],
  )
  return row ? toChallenge(row) : null
}

export async function findByLink({ sql }: SqlStore, linkDigest: string, now: Date): Promise<EmailChallenge | null> {
  const [row] = await sql.read<EmailChallengeRow>(
    `SELECT ${emailChallengeColumns} FROM email_challenge WHERE link_digest = $1 AND used_at IS NULL AND link_expires_at > $2`,
    [linkDigest, now],
  )
  return row ? toChallenge(row) : null
}

const toChallenge = (row: EmailChallengeRow): EmailChallenge => ({
  address: row.address,
  purpose: row.purpose,
  codeDigest: row.code_digest,
  linkDigest: row.link_digest,
  browserDigest: row.browser_digest,
  interactionId: row.interaction_id,
  createdAt: time(row.created_at),
  expiresAt: time(row.expires_at),
  linkExpiresAt: time(row.link_expires_at),
  usedAt: timeOrNull(row.used_at),
})
