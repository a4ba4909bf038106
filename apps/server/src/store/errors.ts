/** True when a row with the same unique value exists: Prisma P2002, PostgreSQL 23505, SQLite's two constraint codes. */
export const isUniqueViolation = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'P2002' || code === '23505' || errcode === 2067 || errcode === 1555
}
