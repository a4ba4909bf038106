import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import pg from 'pg'
import { expect, test } from 'vitest'

// The pipelined reads cork the socket of a connection, which is a private field of `pg` (docs/decisions/0012). Before you
// change the version here, read what `pg` did to `Client`, `Connection` and `pipeline`, and run `npm run bench`.
const version = '8.23.1'

test('pg is exactly the version whose private field was looked at', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(manifest.dependencies.pg).toBe(version)
  expect(createRequire(import.meta.url)('pg/package.json').version).toBe(version)
})

test('the field is the socket, and it can be corked', () => {
  const { stream } = (new pg.Client() as unknown as { connection: { stream: unknown } }).connection
  expect(stream).toBeInstanceOf(Duplex)
  const socket = stream as Duplex
  socket.cork()
  expect(socket.writableCorked).toBe(1)
  socket.uncork()
  expect(socket.writableCorked).toBe(0)
})
