/** True when a row with the same unique value exists (Prisma P2002). */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === 'P2002'
