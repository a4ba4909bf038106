import type { SqlStore } from '../connections/sql.ts'
import type { IdempotentAnswerRow } from '../generated/rows.ts'

/** Takes a key, once. Null when it is taken now; else what is known of the first request under it. */
export async function claimIdempotencyKey(
  { sql }: SqlStore,
  answer: { id: string; request: string; expiresAt: Date },
): Promise<{ request: string; status: number; body: string } | null> {
  const rows = await sql.write(
    `INSERT INTO idempotent_answer (id, request, status, body, expires_at) VALUES ($1, $2, 0, '', $3)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [answer.id, answer.request, answer.expiresAt],
  )
  if (rows.length === 1) return null
  const [row] = await sql.read<IdempotentAnswerRow>('SELECT * FROM idempotent_answer WHERE id = $1', [answer.id])
  return { request: row?.request ?? '', status: Number(row?.status ?? 0), body: row?.body ?? '' }
}

export async function storeResponse({ sql }: SqlStore, id: string, status: number, body: string): Promise<void> {
  await sql.write('UPDATE idempotent_answer SET status = $2, body = $3 WHERE id = $1', [id, status, body])
}

/** The request failed on our side: it may be tried again. */
export async function releaseIdempotencyKey({ sql }: SqlStore, id: string): Promise<void> {
  await sql.write('DELETE FROM idempotent_answer WHERE id = $1 AND status = 0', [id])
}
