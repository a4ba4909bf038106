import type { Transaction } from '../connections/database.ts'
import type { SqlStore } from '../connections/sql.ts'
import type { TermsAcceptanceRow, TermsVersionRow } from '../generated/rows.ts'

/** The versions of the terms that a person accepted. */
export async function hasAccepted({ sql }: SqlStore, userId: string, version: string): Promise<boolean> {
  return (
    (await sql.read('SELECT version FROM terms_acceptance WHERE user_id = $1 AND version = $2', [userId, version]))
      .length > 0
  )
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
  { sql }: Transaction,
  one: { userId: string; version: string; locale: string; now: Date },
): Promise<void> {
  await sql.write(
    'INSERT INTO terms_acceptance (user_id, version, locale, accepted_at) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, version) DO NOTHING',
    [one.userId, one.version, one.locale, one.now],
  )
}

/** Keeps a version with its text, or checks that it is the one that is kept. False when it was another. */
export async function rememberTermsVersion(
  { sql }: SqlStore,
  one: { version: string; textDigest: string; now: Date },
): Promise<boolean> {
  await sql.write(
    'INSERT INTO terms_version (version, text_digest, first_seen_at) VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING',
    [one.version, one.textDigest, one.now],
  )
  const [row] = await sql.read<Pick<TermsVersionRow, 'text_digest'>>(
    'SELECT text_digest FROM terms_version WHERE version = $1',
    [one.version],
  )
  return row?.text_digest === one.textDigest
}
