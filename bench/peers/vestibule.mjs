// Ours, on SQLite and on PostgreSQL. Nothing is turned off but the limits that would stop a benchmark.
import { randomBytes } from 'node:crypto'
import { findPostgres } from '../../scripts/test-postgres.mjs'
import { form, ourProgram, ourSettings, signInByCode, start, visit } from '../servers.mjs'

const secret = randomBytes(48).toString('base64')

async function signIn(server) {
  for (const [lane, jar] of server.browsers.entries()) {
    const { location } = await signInByCode(server, `ada${lane}@example.test`, jar, lane)
    const headers = `${form}Origin: ${server.origin}\r\n`
    await visit(server, 'POST', location, { headers, body: 'given_name=Ada', jar, lane })
  }
}

/** `database`: a running PostgreSQL, or null for SQLite. */
const startOurs =
  (name) =>
  (port, { database, profile, folder, cores, workers = 1 } = {}) => {
    const settings = database ? { DATABASE_URL: database.url, SECRET: secret } : {}
    // Several processes have no mailbox in memory: they want a mail server, which nobody uses here.
    const several = workers > 1 ? { WORKERS: String(workers), SMTP_URL: 'smtp://127.0.0.1:2525' } : {}
    const env = { ...ourSettings, ...settings, ...several }
    return start(name, port, [ourProgram], env, { profile, folder, cores })
  }

export const vestibule = {
  id: 'vestibule-sqlite',
  name: 'Vestibule, SQLite',
  ours: true,
  start: startOurs('Vestibule, SQLite'),
  signIn,
}

export const vestibuleOnPostgres = {
  id: 'vestibule-postgresql',
  name: 'Vestibule, PostgreSQL',
  ours: true,
  postgres: true,
  missing: () => (findPostgres() ? null : 'PostgreSQL is not installed'),
  start: startOurs('Vestibule, PostgreSQL'),
  signIn,
}
