import { type SqlStore, type SqlWrites, time } from '../connections/sql.ts'
import { type ClientDocumentRow, clientDocumentColumns } from '../generated/rows.ts'

/** The metadata document of a client, as it was fetched last. */
export interface StoredDocument {
  url: string
  body: string
  digest: string
  fetchedAt: Date
  freshUntil: Date
  staleUntil: Date
}

/** The last copy of a document, and how many people have allowed its client. */
export async function findClientDocument(
  { sql }: SqlStore,
  url: string,
): Promise<(StoredDocument & { approvals: number }) | null> {
  const [row] = await sql.read<ClientDocumentRow>(
    `SELECT ${clientDocumentColumns} FROM client_document WHERE url = $1`,
    [url],
  )
  return row
    ? {
        url: row.url,
        body: row.body,
        digest: row.digest,
        fetchedAt: time(row.fetched_at),
        freshUntil: time(row.fresh_until),
        staleUntil: time(row.stale_until),
        approvals: Number(row.approvals),
      }
    : null
}

/**
 * Keeps what was fetched, unless another process has fetched it since. A document that somebody has allowed is kept for
 * longer than one that was only looked at.
 */
export async function putClientDocument(
  { sql }: SqlWrites,
  document: StoredDocument,
  expiresAt: { unused: Date; used: Date },
): Promise<void> {
  const { url, body, digest, fetchedAt, freshUntil, staleUntil } = document
  await sql.write(
    `INSERT INTO client_document (url, body, digest, fetched_at, fresh_until, stale_until, first_seen_at, approvals, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $4, 0, $7)
     ON CONFLICT (url) DO UPDATE SET body = $2, digest = $3, fetched_at = $4, fresh_until = $5, stale_until = $6,
       expires_at = CASE WHEN client_document.approvals > 0 THEN $8 ELSE $7 END
     WHERE client_document.fetched_at < $4`,
    [url, body, digest, fetchedAt, freshUntil, staleUntil, expiresAt.unused, expiresAt.used],
  )
}

/** Counts a person who has allowed a client. */
export async function countApproval({ sql }: SqlWrites, url: string, expiresAt: Date): Promise<void> {
  await sql.write('UPDATE client_document SET approvals = approvals + 1, expires_at = $2 WHERE url = $1', [
    url,
    expiresAt,
  ])
}
