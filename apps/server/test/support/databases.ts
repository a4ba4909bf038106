/**
 * Of tests about pages, rules and mails, whose statements other files send to PostgreSQL: there they run in `npm run test:all`
 * only, and `npm test` stays within its 20 minutes.
 */
export const databases = process.env.TEST_ALL ? (['sqlite', 'postgresql'] as const) : (['sqlite'] as const)
export type DatabaseKind = (typeof databases)[number]
