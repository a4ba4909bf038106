import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../src/config/settings.ts'
import { writeBackup } from '../src/flows/management/data/backup.ts'
import { moveData } from '../src/flows/management/data/move-data.ts'
import { restoreBackup } from '../src/flows/management/data/restore.ts'
import { rowsOf } from '../src/flows/management/data/table-rows.ts'
import { openDatabase } from '../src/store/connections/database.ts'
import { readMigrations } from '../src/store/connections/migrate.ts'
import { openTransfer, type Transfer } from '../src/store/connections/transfer.ts'
import { freshPostgres } from './support/postgres.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// Backup, restore and the move to PostgreSQL: everything arrives, or nothing does.

type Where = Config['database']
const folder = mkdtempSync(join(tmpdir(), 'vestibule-whole-'))
const migrations = join(import.meta.dirname, '../migrations')
const migrationsOf = (kind: Where['kind']) => readMigrations(join(migrations, kind))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = (suffix: string): string => join(folder, `${files++}.${suffix}`)
const newSqlite = (): Where => ({ kind: 'sqlite', file: newFile('db') })
const newPostgres = async (): Promise<Where> => ({ kind: 'postgresql', url: await freshPostgres() })
const urlOf = (where: Where): string => (where.kind === 'sqlite' ? `file:${where.file}` : where.url)

async function within<T>(where: Where, work: (one: Transfer) => Promise<T>): Promise<T> {
  const one = await openTransfer(where, { mayCreate: true })
  try {
    return await work(one)
  } finally {
    await one.close()
  }
}

/** Everything in it, as text, by table. */
const dump = (where: Where): Promise<Record<string, unknown>> =>
  within(where, async (one) => {
    const found: [string, unknown][] = []
    for (const table of await one.tables()) {
      const rows: string[] = []
      for await (const some of rowsOf(one, table)) rows.push(...some.map((row) => JSON.stringify(row)))
      found.push([table.name, { columns: table.columns, rows: rows.toSorted() }])
    }
    return Object.fromEntries(found)
  })

interface Filled {
  where: Where
  refreshToken: string
  rows: number
}

/** A database in which something of nearly every kind has happened. */
async function filled(where: Where): Promise<Filled> {
  const world = await openTestWorld({}, { url: urlOf(where) })
  const { code, browser } = await world.signIn({ givenName: 'Ὑπατία 🦉', familyName: "O'Neill" })
  const { body } = await world.redeem(code)
  await world.signIn()
  await world.authorize(world.browser())
  await browser.go(`${world.issuer}/account`)
  await world.deps.db.prisma.passkey.create({
    data: {
      id: 'a-credential',
      userId: (await world.deps.db.prisma.user.findFirstOrThrow()).id,
      publicKey: 'key',
      counter: 4_294_967_295n,
      deviceBound: true,
      backedUp: false,
      transports: 'usb nfc',
      aaguid: '0',
      name: 'Key',
      createdAt: new Date(),
    },
  })
  await world.close()
  const rows = await within(where, async (one) => {
    let sum = 0
    for (const table of await one.tables()) sum += await one.count(table)
    return sum
  })
  return { where, refreshToken: body.refresh_token, rows }
}

/** A server on it serves those who signed in before. */
async function servesAsBefore(where: Where, { refreshToken }: Filled): Promise<void> {
  const world: TestWorld = await openTestWorld({}, { url: urlOf(where) })
  const answer = await world.token({ grant_type: 'refresh_token', refresh_token: refreshToken }, webAuth)
  expect(answer.status).toBe(200)
  expect((await world.userinfo(answer.body.access_token)).status).toBe(200)
  await world.close()
}

describe.each(['sqlite', 'postgresql'] as const)('a backup of %s', (kind) => {
  let before: Filled
  let contents: Record<string, unknown>
  const file = newFile('backup')
  beforeAll(async () => {
    before = await filled(kind === 'sqlite' ? newSqlite() : await newPostgres())
    contents = await dump(before.where)
    expect(await within(before.where, (one) => writeBackup(one, file, new Date()))).toBe(before.rows)
  })

  test.each(['sqlite', 'postgresql'] as const)('restored into %s is the same, and goes on', async (other) => {
    const target = other === 'sqlite' ? newSqlite() : await newPostgres()
    await within(target, async (one) => {
      expect(await restoreBackup(one, file, migrationsOf(other))).toBe(before.rows)
    })
    expect(await dump(target)).toEqual(contents)
    await servesAsBefore(target, before)
  })

  test('only its owner can read it, and no file is written over', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(within(before.where, (one) => writeBackup(one, file, new Date()))).rejects.toThrow('is there already')
  })

  test('damaged, cut short or made up, it is refused and nothing is there', async () => {
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
    const row = lines.findIndex((line) => line.startsWith('["'))
    const spoilt: [string, Buffer | string[]][] = [
      ['cut', readFileSync(file).subarray(0, -200)],
      ['no gzip', Buffer.from(lines.join('\n'))],
      ['without its end', lines.slice(0, -1)],
      ['a row less', lines.toSpliced(row, 1)],
      ['a row changed', lines.with(row, (lines[row] as string).replace(/"(.)/, '"x$1'))],
      ['more behind the end', [...lines, '["x"]']],
      ['a table of another version', lines.with(1, '{"table":"nonsense","columns":[]}')],
      ['a newer version', lines.with(0, (lines[0] as string).replace('0003_organizations', '0009_future'))],
      ['something else', ['{"hello":"world"}']],
    ]
    for (const [what, given] of spoilt) {
      const bad = newFile('backup')
      writeFileSync(bad, Buffer.isBuffer(given) ? given : gzipSync(`${given.join('\n')}\n`))
      for (const target of [newSqlite(), await newPostgres()]) {
        await within(target, async (one) => {
          await expect(restoreBackup(one, bad, migrationsOf(target.kind)), what).rejects.toThrow()
          expect([await one.applied(), await one.tables()], what).toEqual([[], []])
        })
      }
    }
  })

  test('a database that is not empty is left alone', async () => {
    await within(before.where, (one) =>
      expect(restoreBackup(one, file, migrationsOf(kind))).rejects.toThrow('not empty'),
    )
    expect(await dump(before.where)).toEqual(contents)
  })

  test('one moment of a database that is written to', async () => {
    const world = await openTestWorld({}, { url: urlOf(before.where) })
    let going = true
    const load = (async () => {
      while (going) await world.signIn()
    })()
    const target = newSqlite()
    for (let round = 0; round < 3; round++) {
      const live = newFile('backup')
      await within(before.where, (one) => writeBackup(one, live, new Date()))
      const copy = round === 0 ? target : newSqlite()
      // Foreign keys hold, so nobody's session is there without them.
      await within(copy, (one) => restoreBackup(one, live, migrationsOf('sqlite')))
    }
    going = false
    await load
    await world.close()
    const database = new DatabaseSync((target as { file: string }).file, { readOnly: true })
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    database.close()
  })
})

test('a backup of an older version is brought to this one', async () => {
  const old = newSqlite()
  const file = newFile('backup')
  await within(old, async (one) => {
    const [first] = migrationsOf('sqlite')
    if (!first) throw new Error('there are no migrations')
    await one.apply(first)
    await one.execute(
      "INSERT INTO user_account (id, phone_verified, created_at, updated_at) VALUES ('u', 0, 1700000000000, 1700000000000)",
    )
    await writeBackup(one, file, new Date())
  })
  const target = await newPostgres()
  await within(target, (one) => restoreBackup(one, file, migrationsOf('postgresql')))
  const db = await openDatabase(target, migrations)
  const later = migrationsOf('postgresql').slice(1)
  expect(db.migrated).toEqual(later.map(({ name }) => name))
  expect((await db.prisma.user.findFirstOrThrow()).createdAt).toEqual(new Date(1_700_000_000_000))
  await db.close()
})

// Before names had a limit in bytes, one letter could have thousands of marks on it.
describe('a name of nine thousand bytes, from before', () => {
  // Without a pattern: PostgreSQL compresses what it indexes.
  const bytes = createHash('shake256', { outputLength: 3900 }).update('marks').digest()
  const name = `a${Array.from(bytes, (byte) => String.fromCodePoint(0x300 + (byte % 112))).join('')}`
  const people = `INSERT INTO user_account (id, given_name, family_name, phone_verified, created_at, updated_at)
    VALUES ('ada', 'Ada', NULL, 0, 1700000000000, 1700000000000), ('old', '${name}', '${name}', 0, 1700000000000, 1700000000000)`
  const organization = `INSERT INTO organization (id, slug, name, created_at) VALUES ('o', 'o', '${name}', 1700000000000)`

  test('moves into PostgreSQL, and is in a backup for it', async () => {
    const file = newFile('backup')
    const from = newSqlite()
    const [moved, restored] = [await newPostgres(), await newPostgres()]
    await within(from, async (source) => {
      for (const migration of migrationsOf('sqlite')) await source.apply(migration)
      for (const sql of [people, organization]) await source.execute(sql)
      await writeBackup(source, file, new Date())
      await within(moved, (target) =>
        moveData(source, target, { migrations: migrationsOf('postgresql'), restart: false, tell: () => {} }),
      )
    })
    await within(restored, (target) => restoreBackup(target, file, migrationsOf('postgresql')))
    for (const where of [moved, restored]) expect(await dump(where)).toEqual(await dump(from))
  })

  test('is named by its key where an older schema refuses it', async () => {
    // HT-14
    const file = newFile('backup')
    await within(newSqlite(), async (source) => {
      const before = migrationsOf('sqlite').filter((migration) => migration.name < '0024')
      for (const migration of before) await source.apply(migration)
      await source.execute(people)
      await writeBackup(source, file, new Date())
    })
    const target = await newPostgres()
    await within(target, async (database) => {
      await expect(restoreBackup(database, file, migrationsOf('postgresql'))).rejects.toThrow(
        /refuses the row of user_account with id "old": .*index row/,
      )
      expect(await database.applied()).toEqual([])
    })
  })
})

describe('the move from SQLite to PostgreSQL', () => {
  let before: Filled
  beforeAll(async () => {
    before = await filled(newSqlite())
  })
  const move = (target: Where, given: { restart?: boolean; breaks?: (table: string) => boolean } = {}) =>
    within(before.where, (source) =>
      within(target, (one) => {
        const insert = one.insert.bind(one)
        one.insert = async (table, rows) => {
          await insert(table, rows)
          if (given.breaks?.(table.name)) throw new Error('the cable was pulled')
        }
        return moveData(source, one, {
          migrations: migrationsOf('postgresql'),
          restart: given.restart ?? false,
          tell: () => {},
        })
      }),
    )

  test('every row arrives, and the server goes on', async () => {
    const target = await newPostgres()
    const moved = await move(target)
    expect(moved.reduce((sum, { rows }) => sum + rows, 0)).toBe(before.rows)
    expect(await dump(target)).toEqual(await dump(before.where))
    await servesAsBefore(target, before)
  })

  test('interrupted anywhere it goes on where it was; until then no server starts there', async () => {
    const contents = await dump(before.where)
    for (const name of ['user_account', 'session', 'token_grant', 'signing_key']) {
      const target = await newPostgres()
      await expect(move(target, { breaks: (table) => table === name })).rejects.toThrow('the cable was pulled')
      await expect(openDatabase(target, migrations)).rejects.toThrow('still being moved')
      await move(target)
      expect(await dump(target)).toEqual(contents)
      await (await openDatabase(target, migrations)).close()
    }
  })

  test('a row that differs is found, and --restart begins again', async () => {
    const target = await newPostgres()
    await expect(move(target, { breaks: (table) => table === 'session' })).rejects.toThrow()
    await within(target, (one) => one.execute("UPDATE user_account SET given_name = 'Eve' WHERE given_name = 'Ada'"))
    await expect(move(target)).rejects.toThrow('a row of user_account differs')
    await expect(openDatabase(target, migrations)).rejects.toThrow('still being moved')
    await move(target, { restart: true })
    expect(await dump(target)).toEqual(await dump(before.where))
  })

  test('a row too many is found', async () => {
    const target = await newPostgres()
    await expect(move(target, { breaks: (table) => table === 'session' })).rejects.toThrow()
    await within(target, (one) => one.execute("INSERT INTO revoked_token (id, expires_at) VALUES ('x', now())"))
    await expect(move(target)).rejects.toThrow('revoked_token')
  })

  test('a database that a server ran on, a file of another version, and a second mover are refused', async () => {
    const used = await newPostgres()
    await (await openTestWorld({}, { url: urlOf(used) })).close()
    await expect(move(used)).rejects.toThrow('holds rows already')

    const old = newSqlite()
    await within(old, async (source) => {
      const [first] = migrationsOf('sqlite')
      if (first) await source.apply(first)
      const target = await newPostgres()
      const options = { migrations: migrationsOf('postgresql'), restart: false, tell: () => {} }
      await within(target, (one) => expect(moveData(source, one, options)).rejects.toThrow('not at the schema'))
    })

    const target = await newPostgres()
    await within(target, async (other) => {
      await other.execute('SELECT pg_advisory_lock(7841022002)')
      await expect(move(target)).rejects.toThrow('another process')
    })
  })

  test('the file is locked meanwhile: nobody writes what would be left behind', async () => {
    const target = await newPostgres()
    const { file } = before.where as { file: string }
    let refused: unknown
    await move(target, {
      breaks: () => {
        const other = new DatabaseSync(file, { timeout: 10 })
        try {
          other.exec('BEGIN IMMEDIATE')
        } catch (error) {
          refused = error
        }
        other.close()
        return false
      },
    })
    expect(String(refused)).toContain('locked')
  })
})
