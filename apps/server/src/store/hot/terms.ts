import type { Change } from '../connections/database.ts'
import { type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import type { TermsAcceptanceRow, TermsVersionRow } from '../generated/rows.ts'

/** The terms in force that the console wrote. */
export async function findTermsInForce({
  sql,
}: SqlStore): Promise<{ version: string; text: string; graceUntil: Date | null } | null> {
  const [row] = await sql.read<Pick<TermsVersionRow, 'version' | 'text' | 'grace_until'>>(
    `SELECT v.version, v.text, v.grace_until FROM server_terms s JOIN terms_version v ON v.version = s.version
     WHERE s.id = 'server' AND v.text IS NOT NULL`,
    [],
  )
  return row ? { version: row.version, text: String(row.text), graceUntil: timeOrNull(row.grace_until) } : null
}

/** When a person accepted a version of the terms, or null. */
export async function findAcceptance({ sql }: SqlStore, userId: string, version: string): Promise<Date | null> {
  const [row] = await sql.read<Pick<TermsAcceptanceRow, 'accepted_at'>>(
    'SELECT accepted_at FROM terms_acceptance WHERE user_id = $1 AND version = $2',
    [userId, version],
  )
  return row ? time(row.accepted_at) : null
}

export async function hasAcceptedAny({ sql }: SqlStore, userId: string): Promise<boolean> {
  return (
    (
      await sql.read<Pick<TermsAcceptanceRow, 'version'>>(
        'SELECT version FROM terms_acceptance WHERE user_id = $1 LIMIT 1',
        [userId],
      )
    ).length > 0
  )
}

export async function insertAcceptance(
  { sql }: Change,
  acceptance: { userId: string; version: string; locale: string; now: Date },
): Promise<void> {
  await sql.write(
    'INSERT INTO terms_acceptance (user_id, version, locale, accepted_at) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, version) DO NOTHING',
    [acceptance.userId, acceptance.version, acceptance.locale, acceptance.now],
  )
}

/** Stores a version with the digest of its text. False if the version was stored with another text before. */
export async function rememberTermsVersion(
  { sql }: SqlWrites,
  shown: { version: string; textDigest: string; now: Date },
): Promise<boolean> {
  await sql.write(
    'INSERT INTO terms_version (version, text_digest, first_seen_at) VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING',
    [shown.version, shown.textDigest, shown.now],
  )
  const [row] = await sql.read<Pick<TermsVersionRow, 'text_digest'>>(
    'SELECT text_digest FROM terms_version WHERE version = $1',
    [shown.version],
  )
  return row?.text_digest === shown.textDigest
}
