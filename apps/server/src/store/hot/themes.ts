import { type SqlStore, textOrNull } from '../connections/sql.ts'
import type { OrganizationRow, ThemeImageRow, ThemeRow } from '../generated/rows.ts'

/** The published theme of a scope as JSON text, or null. */
export async function findPublishedTheme({ sql }: SqlStore, scope: string, scopeId: string): Promise<string | null> {
  const [row] = await sql.read<Pick<ThemeRow, 'published'>>(
    'SELECT published FROM theme WHERE scope = $1 AND scope_id = $2',
    [scope, scopeId],
  )
  return row ? textOrNull(row.published) : null
}

export type NamedOrganization = Pick<OrganizationRow, 'id' | 'name'>

/** A living organization by its id or slug. */
export async function findOrganizationNamed({ sql }: SqlStore, idOrSlug: string): Promise<NamedOrganization | null> {
  for (const column of ['id', 'slug'] as const) {
    const [row] = await sql.read<NamedOrganization>(
      `SELECT id, name FROM organization WHERE ${column} = $1 AND disabled_at IS NULL`,
      [idOrSlug],
    )
    if (row) return row
  }
  return null
}

/** An image by its digest, whichever theme it belongs to. `data` is base64. */
export async function findThemeImage(
  { sql }: SqlStore,
  digest: string,
): Promise<Pick<ThemeImageRow, 'mime' | 'data'> | null> {
  const [row] = await sql.read<Pick<ThemeImageRow, 'mime' | 'data'>>(
    'SELECT mime, data FROM theme_image WHERE digest = $1 LIMIT 1',
    [digest],
  )
  return row ?? null
}
