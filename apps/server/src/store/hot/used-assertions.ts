import type { SqlWrites } from '../connections/sql.ts'

/** Notes the jti of a client assertion. False when it was used before (RFC 7523 section 3, point 7). */
export async function redeemAssertion({ sql }: SqlWrites, id: string, expiresAt: Date): Promise<boolean> {
  const rows = await sql.write(
    'INSERT INTO used_assertion (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
    [id, expiresAt],
  )
  return rows.length === 1
}
