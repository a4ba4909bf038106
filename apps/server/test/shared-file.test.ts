import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { SqliteConnection } from '../src/store/connections/sqlite/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'vestibule-shared-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what another worker has committed is read by the next callback, also within one turn of the event loop', async () => {
  const file = join(folder, 'shared.db')
  const connection = new SqliteConnection(file, { shared: true })
  connection.exec('CREATE TABLE note (id INTEGER)')
  const otherProcess = new DatabaseSync(file)
  const count = async () => (await connection.read<{ many: number }>('SELECT count(*) AS many FROM note', []))[0]?.many
  // Here the turn goes on with requests that have come meanwhile.
  await setImmediate()
  expect(await count()).toBe(0)
  otherProcess.exec('INSERT INTO note VALUES (1)')
  await new Promise((resolve) => process.nextTick(resolve))
  expect(await count()).toBe(1)
  otherProcess.close()
  connection.close()
})
