import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { plainReason } from '../src/server-process.ts'
import { openDatabase } from '../src/store/connections/database.ts'

// What an operator reads when the server or a command ends with an error: a sentence, and of the right thing.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-failed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const migrations = join(import.meta.dirname, '../migrations')
const failureOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('a file that a command was given and that is missing is no fault of the database', () => {
  const reason = plainReason(failureOf(() => readFileSync(join(folder, 'missing.ndjson'))))
  expect(reason).toContain('missing.ndjson')
  expect(reason).not.toContain('database')
})

test('a port without the right to it is not taken for a file', () => {
  expect(plainReason(Object.assign(new Error('x'), { code: 'EACCES', port: 80 }))).toContain('port 80')
  expect(plainReason(Object.assign(new Error('no'), { code: 'EACCES', path: '/etc/secret' }))).not.toContain('port')
})

test('a database that is away', async () => {
  const error = await openDatabase(
    { kind: 'postgresql', url: 'postgresql://u:hidden-password@127.0.0.1:1/v' },
    migrations,
  ).catch((error: unknown) => error)
  expect(plainReason(error)).toMatch(/^The database cannot be reached \(.*ECONNREFUSED.*\)/)
  expect(plainReason(error)).not.toContain('hidden-password')
})

test('a folder in which no file can be made is named, with its owner and this user', async () => {
  const error = await openDatabase({ kind: 'sqlite', file: '/proc/nope/v.db' }, migrations).catch(
    (error: unknown) => error,
  )
  const user = process.geteuid?.()
  expect(plainReason(error)).toContain(
    `DATABASE_URL: no file can be made in /proc (ENOENT): it belongs to user 0 and this process runs as user ${user}`,
  )
})
