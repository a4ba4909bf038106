// What a core of this machine can do at most in a second: ES256 signatures, and durable commits of SQLite, of one row and
// of sixteen.
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const perSecond = (work, count = 1) => {
  const end = performance.now() + 1000
  let done = 0
  while (performance.now() < end) {
    work()
    done += count
  }
  return done
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const text = Buffer.from('x'.repeat(400))
const signatures = perSecond(() => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }))

const folder = mkdtempSync(join(tmpdir(), 'vestibule-bench-limits-'))
const database = new DatabaseSync(join(folder, 'x.db'))
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE x (a INTEGER PRIMARY KEY, b TEXT)')
const insert = database.prepare('INSERT INTO x (b) VALUES (?)')
const commit = (rows) => () => {
  database.exec('BEGIN IMMEDIATE')
  for (let i = 0; i < rows; i++) insert.run('x'.repeat(300))
  database.exec('COMMIT')
}
const commits = perSecond(commit(1))
const batched = perSecond(commit(16), 16)
database.close()
rmSync(folder, { recursive: true })

console.log(JSON.stringify({ signatures, commits, rows: batched }))
