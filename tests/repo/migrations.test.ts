import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import digests from './migrations.json' with { type: 'json' }

// Versions N and N+1 run side by side on one database while an upgrade rolls through (docs/operations.md): a migration
// only adds. What takes away waits for the version after, and says so in its first line.

const folder = join(import.meta.dirname, '../../apps/server/migrations')
/** Made before the first release: nobody ran the version before. */
const first = ['0001_first.sql', '0002_passkeys.sql', '0003_organizations.sql']

/** What a program that does not know of it would stumble over. */
const takesAway =
  /\bDROP\s+(TABLE|COLUMN)\b|\bRENAME\b|\bALTER\s+COLUMN\b|\bSET\s+NOT\s+NULL\b|\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b|\bCREATE\s+UNIQUE\s+INDEX\b(?=[^;]*\bON\s+"(user_account|email|session|token_grant|organization|membership)")/i

const problem = (sql: string): string | null => {
  if (/^-- contract: not before \d+\.\d+/.test(sql)) return null
  return takesAway.exec(sql)?.[0] ?? null
}

test.each(['sqlite', 'postgresql'])('the migrations of %s only add', (kind) => {
  for (const name of readdirSync(join(folder, kind)).filter((one) => !first.includes(one)))
    expect(problem(readFileSync(join(folder, kind, name), 'utf8')), name).toBeNull()
})

// A database remembers the digest of every migration that it was given, and a server refuses one that was edited since
// (store/connections/migrate.ts). So none is edited once it has landed: what it got wrong, the next one puts right.
test('no migration was edited, and a new one is entered with its digest', () => {
  const found = ['postgresql', 'sqlite'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => [
      `${kind}/${name}`,
      createHash('sha256')
        .update(readFileSync(join(folder, kind, name)))
        .digest('hex'),
    ]),
  )
  expect(Object.fromEntries(found), 'tests/repo/migrations.json has the digest of every file').toEqual(digests)
})

test('both databases have the same migrations', () => {
  expect(readdirSync(join(folder, 'sqlite'))).toEqual(readdirSync(join(folder, 'postgresql')))
})

test.each([
  'ALTER TABLE "email" DROP COLUMN "x"',
  'ALTER TABLE "email" RENAME TO "mail"',
  'ALTER TABLE "email" ADD COLUMN "x" TEXT NOT NULL',
  'DROP TABLE "email"',
  'ALTER TABLE "email" ALTER COLUMN "x" TYPE TEXT',
])('%s is found', (sql) => {
  expect(problem(sql)).not.toBeNull()
  expect(problem(`-- contract: not before 2.0\n${sql}`)).toBeNull()
})

test.each([
  'ALTER TABLE "email" ADD COLUMN "x" TEXT',
  `ALTER TABLE "email" ADD COLUMN "x" TEXT NOT NULL DEFAULT ''`,
  'CREATE TABLE "x" ("id" TEXT NOT NULL PRIMARY KEY)',
  'CREATE INDEX "x" ON "email"("x")',
])('%s is fine', (sql) => {
  expect(problem(sql)).toBeNull()
})
