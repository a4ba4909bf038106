import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../src/store/connections/database.ts'
import { prismaSqlite } from '../src/store/connections/sqlite/prisma-sqlite.ts'
import { SqliteConnection } from '../src/store/connections/sqlite/sqlite.ts'
import type { DiskFailure, DiskOptions } from '../src/store/connections/sqlite/write-ahead-log.ts'
import { PrismaClient } from '../src/store/generated/sqlite/client.ts'

// A slow disk, one that fails, and a power cut: no answer leaves before what it says is on disk, and reads don't wait.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-disk-'))
const migrations = join(import.meta.dirname, '../migrations')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${files++}.db`)

/** A disk that finishes nothing by itself once it is held. */
function heldDisk() {
  const waiting: ((error: Error | null) => void)[] = []
  const failures: DiskFailure[] = []
  let held = false
  const disk: DiskOptions = {
    fdatasync: (_descriptor, done) => (held ? waiting.push(done) : setImmediate(done, null)),
    onFailure: (error) => failures.push(error),
  }
  return {
    disk,
    failures,
    hold: () => {
      held = true
    },
    /** How many calls wait. */
    waits: (count: number) => expect.poll(() => waiting.length).toBe(count),
    finish: (error: Error | null = null) => waiting.shift()?.(error),
  }
}

function open(disk: DiskOptions, file = newFile()) {
  const connection = new SqliteConnection(file, disk)
  connection.exec('CREATE TABLE IF NOT EXISTS note (text TEXT PRIMARY KEY)')
  const add = (text: string) => connection.write('INSERT INTO note VALUES ($1)', [text])
  const all = async () => (await connection.read<{ text: string }>('SELECT text FROM note', [])).map(({ text }) => text)
  return { file, connection, add, all }
}

/** What becomes of promises, in the order in which it does. */
function outcomes(promises: Record<string, Promise<unknown>>): string[] {
  const seen: string[] = []
  for (const [name, promise] of Object.entries(promises))
    promise.then(
      () => seen.push(name),
      () => seen.push(`${name} failed`),
    )
  return seen
}

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('only the user of the server can read the files of a new database', async () => {
  const { file, connection, add } = open({})
  await add('personal')
  for (const suffix of ['', '-wal', '-shm'])
    expect((statSync(`${file}${suffix}`).mode & 0o777).toString(8), suffix).toBe('600')
  await connection.close()
})

test('a write is answered when it is on disk; reads are answered meanwhile, and what comes meanwhile shares the next commit', async () => {
  const { disk, hold, waits, finish } = heldDisk()
  const { connection, add, all } = open(disk)
  hold()
  const seen = outcomes({ first: add('first') })
  await waits(1)
  expect(await all()).toEqual(['first'])
  const later = outcomes({ second: add('second'), third: add('third'), doubled: add('first') })
  await turns()
  expect([seen, later]).toEqual([[], []])
  finish()
  await waits(1)
  expect([seen, later]).toEqual([['first'], []])
  expect((await all()).toSorted()).toEqual(['first', 'second', 'third'])
  finish()
  await expect.poll(() => later).toEqual(['second', 'third', 'doubled failed'])
  await connection.close()
})

test('transactions of several statements, those of Prisma, scripts and migrations wait for the disk too', async () => {
  const { disk, hold, waits, finish } = heldDisk()
  const where = { kind: 'sqlite', file: newFile() } as const
  await (await openDatabase(where, migrations, disk)).close()
  hold()
  const opened = openDatabase(where, migrations, disk)
  const migrated = outcomes({ migrated: opened })
  await waits(1)
  expect(migrated).toEqual([])
  finish()
  const db = await opened
  const prisma = new PrismaClient({ adapter: prismaSqlite(db.sql as SqliteConnection) })
  const version = (name: string) => ({ version: name, textDigest: '', firstSeenAt: new Date() })
  const ways = {
    transaction: () =>
      db.transaction(async (tx) => {
        await tx.prisma.termsVersion.create({ data: version('joined') })
        await tx.sql.write(
          "INSERT INTO terms_version (version, text_digest, first_seen_at) VALUES ('prepared', '', 0)",
          [],
        )
      }),
    operation: () => db.prisma.termsVersion.create({ data: version('alone') }),
    interactive: () => prisma.$transaction((tx) => tx.termsVersion.create({ data: version('interactive') })),
    batch: () => prisma.$transaction([prisma.termsVersion.create({ data: version('batch') })]),
    raw: () => prisma.$executeRawUnsafe("UPDATE terms_version SET text_digest = 'x'"),
  }
  for (const [name, way] of Object.entries(ways)) {
    const seen = outcomes({ [name]: way() })
    await waits(1)
    await turns()
    expect(seen).toEqual([])
    finish()
    await expect.poll(() => seen).toEqual([name])
  }
  expect(await db.prisma.termsVersion.count({ where: { textDigest: 'x' } })).toBe(5)
  await prisma.$disconnect()
  await db.close()
})

test('closing waits for what is on its way to the disk', async () => {
  const { disk, hold, waits, finish } = heldDisk()
  const { file, connection, add } = open(disk)
  hold()
  const written = add('last')
  await waits(1)
  const seen = outcomes({ written, closed: connection.close() })
  await turns()
  expect(seen).toEqual([])
  finish()
  await expect.poll(() => seen).toEqual(['written', 'closed'])
  const again = new DatabaseSync(file, { readOnly: true })
  expect(again.prepare('SELECT text FROM note').all()).toEqual([{ text: 'last' }])
  again.close()
})

test('closing writes what was asked for in the same turn, and later writes are refused', async () => {
  const { file, connection, add } = open({})
  const [written] = await Promise.all([add('last'), connection.close()])
  expect(written).toBeDefined()
  await expect(add('too late')).rejects.toThrow('the database is closed')
  const again = new DatabaseSync(file, { readOnly: true })
  expect(again.prepare('SELECT text FROM note').all()).toEqual([{ text: 'last' }])
  again.close()
})

test('a disk that failed once is not trusted again: neither what waited nor what comes later is answered as done', async () => {
  const { disk, failures, hold, waits, finish } = heldDisk()
  const { connection, add } = open(disk)
  await add('before')
  hold()
  const first = add('first')
  await waits(1)
  const seen = outcomes({ first, second: add('second') })
  await turns()
  finish(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
  await expect(first).rejects.toThrow('the disk did not take a commit (EIO: i/o error, fdatasync)')
  await expect(add('third')).rejects.toThrow('the disk did not take a commit')
  expect(seen).toEqual(['first failed', 'second failed'])
  expect(failures).toHaveLength(1)
  await connection.close()
})

test('a disk that fails ends the process, and nobody is answered before', async () => {
  const program = `
    import { SqliteConnection } from ${JSON.stringify(join(import.meta.dirname, '../src/store/connections/sqlite/sqlite.ts'))}
    const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    const connection = new SqliteConnection(${JSON.stringify(newFile())}, {
      fdatasync: (_descriptor, done) => setTimeout(() => done(failure), 5),
    })
    connection.exec('CREATE TABLE note (text TEXT)')
    const answer = (result) => console.log('answered', result)
    connection.write("INSERT INTO note VALUES ('x')", []).then(answer, answer)
    setTimeout(() => console.log('still there'), 5000)`
  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, ['--input-type=module', '--eval', program], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    ),
  )
  expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('DiskFailure: the disk did not take') })
})

test('after a power cut, everything that was answered is there', async () => {
  const file = newFile()
  /** What the disk has of the log: nothing that was written after the last fdatasync began. */
  const onDisk = `${newFile()}-wal`
  const { connection, add } = open(
    {
      fdatasync: (_descriptor, done) => {
        copyFileSync(`${file}-wal`, onDisk)
        setImmediate(done, null)
      },
    },
    file,
  )
  const answered: string[] = []
  const cut = () => {
    const copy = newFile()
    copyFileSync(file, copy)
    copyFileSync(onDisk, `${copy}-wal`)
    const recovered = new DatabaseSync(copy)
    const found = recovered.prepare('SELECT text FROM note').all() as { text: string }[]
    expect(recovered.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    recovered.close()
    const there = new Set(found.map(({ text }) => text))
    expect(answered.filter((text) => !there.has(text))).toEqual([])
  }
  for (let round = 0; round < 10; round++) {
    const writes = Array.from({ length: 10 }, async (_, index) => {
      const text = `${round} ${index}`
      await turns(index)
      await add(text)
      answered.push(text)
      if (index % 3 === 0) cut()
    })
    await Promise.all(writes)
  }
  expect(answered).toHaveLength(100)
  await connection.close()
})

test('what a process left in the log when it was killed is in the database as soon as another one has opened it', async () => {
  const { file, connection, add } = open({})
  await add('left')
  const copy = newFile()
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  await connection.close()
  const next = new SqliteConnection(copy)
  const log = next.writer().prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number }
  expect(log.log).toBeGreaterThan(0)
  expect(log.checkpointed).toBe(log.log)
  await next.close()
})
