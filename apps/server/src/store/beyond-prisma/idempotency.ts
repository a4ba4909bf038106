import type { SqlWrites } from '../connections/sql.ts'
import { type IdempotentAnswerRow, idempotentAnswerColumns } from '../generated/rows.ts'

/** A request that has claimed its key. The claim ends with the answer, with its release, or by itself. */
export interface Claim {
  id: string
  /** Names the claim in `body` until the answer stands there. */
  token: string
}

/** A row without an answer has no status yet. */
const claimed = 0

/**
 * Claims a key. Null if that succeeded; else what is known of the request that has it. A claim that has ended, like an
 * answer that has expired, is taken over. One without a token is of a version whose claims had no end: it is as old as
 * `orphanedBy` says when it has ended.
 */
export async function claimIdempotencyKey(
  { sql }: SqlWrites,
  { id, token }: Claim,
  { request, now, expiresAt, orphanedBy }: { request: string; now: Date; expiresAt: Date; orphanedBy: Date },
): Promise<{ request: string; status: number; body: string } | null> {
  const rows = await sql.write(
    `INSERT INTO idempotent_answer (id, request, status, body, expires_at) VALUES ($1, $2, ${claimed}, $3, $4)
     ON CONFLICT (id) DO UPDATE SET request = $2, status = ${claimed}, body = $3, expires_at = $4
       WHERE idempotent_answer.expires_at <= $5
         OR (idempotent_answer.status = ${claimed} AND idempotent_answer.body = '' AND idempotent_answer.expires_at <= $6)
     RETURNING id`,
    [id, request, token, expiresAt, now, orphanedBy],
  )
  if (rows.length === 1) return null
  const [row] = await sql.read<IdempotentAnswerRow>(
    `SELECT ${idempotentAnswerColumns} FROM idempotent_answer WHERE id = $1`,
    [id],
  )
  return { request: row?.request ?? request, status: Number(row?.status ?? claimed), body: row?.body ?? '' }
}

/**
 * Stores the answer in the transaction of the change. False if the claim has ended and another request holds the key, or
 * has been answered: then the change must not be committed.
 */
export async function storeAnswer(
  { sql }: SqlWrites,
  { id, token }: Claim,
  answer: { status: number; body: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE idempotent_answer SET status = $3, body = $4, expires_at = $5
     WHERE id = $1 AND status = ${claimed} AND body = $2 RETURNING id`,
    [id, token, answer.status, answer.body, answer.expiresAt],
  )
  return rows.length === 1
}

/** Puts another body in place of `from`, when what was sent after the commit has been answered. */
export async function replaceAnswer({ sql }: SqlWrites, id: string, from: string, to: string): Promise<void> {
  await sql.write('UPDATE idempotent_answer SET body = $3 WHERE id = $1 AND body = $2', [id, from, to])
}

/** The request failed on our side, and nothing of it was committed: it may be tried again at once. */
export async function releaseClaim({ sql }: SqlWrites, { id, token }: Claim): Promise<void> {
  await sql.write(`DELETE FROM idempotent_answer WHERE id = $1 AND status = ${claimed} AND body = $2`, [id, token])
}
