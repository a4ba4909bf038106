import type { SqlStore } from '../../connections/sql.ts'

/** Whether somebody has a stored role. Asked at start, which would otherwise wait until Prisma is loaded. */
export async function hasStoredRole({ sql }: SqlStore): Promise<boolean> {
  return (await sql.read(`SELECT user_id FROM operator_role WHERE user_id > '' LIMIT 1`, [])).length > 0
}
