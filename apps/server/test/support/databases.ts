// What repeats a test on the second database runs in `npm run test:all` only, and `npm test` stays within its 20 minutes.

const all = process.env.TEST_ALL ? (['sqlite', 'postgresql'] as const) : null

/** Of tests about pages, rules and mails, whose statements other files send to PostgreSQL. */
export const databases = all ?? (['sqlite'] as const)
/** Of tests about what happens at once, and of every write: PostgreSQL, where transactions really meet. SQLite is everybody else's. */
export const lockingDatabases = all ?? (['postgresql'] as const)
export type DatabaseKind = (typeof databases)[number]
