import { type SqlStore, type SqlWrites, time, timeOrNull } from '../../connections/sql.ts'
import { type WebhookEndpointRow, webhookEndpointColumns } from '../../generated/rows.ts'

export interface StoredEndpoint {
  id: string
  name: string
  url: string
  /** Actions and prefixes such as `member.*`. Empty: every action. */
  actions: readonly string[]
  /** Sealed, as is the previous one. */
  secret: string
  secretAt: Date
  previousSecret: string | null
  previousSecretUntil: Date | null
  createdAt: Date
  updatedAt: Date
  disabledAt: Date | null
}

/** Every endpoint, the oldest first: there are only a few, and each process holds them in memory. */
export async function allEndpoints({ sql }: SqlStore): Promise<StoredEndpoint[]> {
  const rows = await sql.read<WebhookEndpointRow>(
    `SELECT ${webhookEndpointColumns} FROM webhook_endpoint ORDER BY id`,
    [],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    actions: row.actions === '' ? [] : row.actions.split(' '),
    secret: row.secret,
    secretAt: time(row.secret_at),
    previousSecret: row.previous_secret,
    previousSecretUntil: timeOrNull(row.previous_secret_until),
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
    disabledAt: timeOrNull(row.disabled_at),
  }))
}

/** Replaces the seals of the secrets, unless the secrets were rotated meanwhile. */
export async function resealSecrets(
  { sql }: SqlWrites,
  { id, secret }: Pick<StoredEndpoint, 'id' | 'secret'>,
  to: Pick<StoredEndpoint, 'secret' | 'previousSecret'>,
): Promise<void> {
  await sql.write('UPDATE webhook_endpoint SET secret = $3, previous_secret = $4 WHERE id = $1 AND secret = $2', [
    id,
    secret,
    to.secret,
    to.previousSecret,
  ])
}
