// Storage of oidc-provider in SQLite, as well as we can write it, because the library brings none: WAL, synchronous=FULL,
// prepared statements, and one commit for all that is written in a turn of the event loop, as ours does it. Each write is
// committed before its promise resolves.
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync('oidc-provider.db')
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS item (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, expires_at INTEGER,
    PRIMARY KEY (model, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS item_grant ON item (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS item_uid ON item (model, uid) WHERE uid IS NOT NULL;
`)
const find = database.prepare('SELECT payload FROM item WHERE model = ? AND id = ?')
const findByUid = database.prepare('SELECT payload FROM item WHERE model = ? AND uid = ?')
const upsert = database.prepare('INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?)')
const consume = database.prepare(
  "UPDATE item SET payload = json_set(payload, '$.consumed', unixepoch()) WHERE model = ? AND id = ?",
)
const destroy = database.prepare('DELETE FROM item WHERE model = ? AND id = ?')
const revoke = database.prepare('DELETE FROM item WHERE grant_id = ?')

let waiting = []

/** Commits all that was written in this turn of the event loop. */
function commit() {
  const writes = waiting
  waiting = []
  try {
    database.exec('BEGIN IMMEDIATE')
    for (const { statement, values } of writes) statement.run(...values)
    database.exec('COMMIT')
    for (const { resolve } of writes) resolve()
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    for (const { reject } of writes) reject(error)
  }
}

const write = (statement, ...values) =>
  new Promise((resolve, reject) => {
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({ statement, values, resolve, reject })
  })
const read = (row) => (row ? JSON.parse(row.payload) : undefined)

export class SqliteAdapter {
  constructor(model) {
    this.model = model
  }
  upsert(id, payload, expiresIn) {
    const expiresAt = expiresIn ? Math.floor(Date.now() / 1000) + expiresIn : null
    const indexed = [payload.grantId ?? null, this.model === 'Session' ? payload.uid : null]
    return write(upsert, this.model, id, JSON.stringify(payload), ...indexed, expiresAt)
  }
  async find(id) {
    return read(find.get(this.model, id))
  }
  async findByUid(uid) {
    return read(findByUid.get(this.model, uid))
  }
  async findByUserCode() {}
  consume(id) {
    return write(consume, this.model, id)
  }
  destroy(id) {
    return write(destroy, this.model, id)
  }
  revokeByGrantId(grantId) {
    return write(revoke, grantId)
  }
}
