// `npm run bench:scale`: the server on a database of 5 million people (10 million sessions, 20 million grants and audit
// events) beside the same server on one of 200, in turns. Each works for 200 people drawn from everywhere in its tables.
// Takes a quarter of an hour and 30 GB of disk, and is never part of a test.
//
//   BENCH_ONLY=code,console  workloads that begin so
//   BENCH_PEOPLE=5000000   how many   BENCH_POSTGRES=1   on PostgreSQL instead of SQLite   BENCH_SAVE=1  write docs/performance

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/test-postgres.mjs'
import { consolePages } from './console-pages.mjs'
import { addressOf, fill } from './fill.mjs'
import { save } from './report/save.mjs'
import {
  ask,
  bearer,
  inFlight,
  measure,
  median,
  ourProgram,
  ourSettings,
  post,
  query,
  redirectUri,
  signInByCode,
  start,
} from './servers.mjs'

const many = Number(process.env.BENCH_PEOPLE ?? 5_000_000)
const few = 200
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const onPostgres = Boolean(process.env.BENCH_POSTGRES)
const settings = {
  ...ourSettings,
  SECRET: randomBytes(48).toString('base64'),
  // Operators look people up; one of them is asked for by the management API.
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,users:read',
  OPERATORS: addressOf(0),
}

async function world(name, port, people) {
  const folder = mkdtempSync(join(tmpdir(), `vestibule-scale-${people}-`))
  mkdirSync(join(folder, 'data'))
  const postgres = onPostgres ? await startPostgres({ durable: true }) : null
  const env = { ...settings, DATABASE_URL: postgres?.url ?? `file:${folder}/data/vestibule.db` }
  const migrating = await start(name, port, [ourProgram], env, { folder })
  migrating.child.kill('SIGKILL')
  await new Promise((resolve) => migrating.child.on('exit', resolve))
  const started = performance.now()
  await fill(postgres?.url ?? `${folder}/data/vestibule.db`, people, (line) => people > few && console.log(`  ${line}`))
  const bytes = postgres
    ? null
    : readdirSync(join(folder, 'data')).reduce((sum, file) => sum + statSync(join(folder, 'data', file)).size, 0)
  console.log(
    `${people} people filled in ${Math.round((performance.now() - started) / 1000)} s`,
    bytes ? `${(bytes / 1e9).toFixed(2)} GB` : '',
  )
  // What was written goes to the disk now, and not while something else is measured.
  spawnSync('sync')
  const server = await start(name, port, [ourProgram], env, { folder })
  return {
    server,
    people,
    bytes,
    end: async () => {
      server.child.kill('SIGKILL')
      await postgres?.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Signs 200 people in, from everywhere in the table: their browsers, and tokens for each. */
async function gather({ server, people }) {
  const held = []
  for (let n = 0; n < few; n++) {
    const i = Math.floor((n * people) / few)
    const jar = { cookies: '' }
    const back = await signInByCode(server, addressOf(i), jar)
    held.push({ jar, tokens: await redeem(server, back.location, 0) })
  }
  return held
}

async function redeem(server, location, lane) {
  const code = /[?&]code=([^&]+)/.exec(location ?? '')?.[1]
  const { status, text } = await post(
    server,
    '/token',
    `grant_type=authorization_code&${redirectUri}&code=${code}`,
    lane,
  )
  return status === 200 ? JSON.parse(text) : null
}

const worlds = [await world('few', 4811, few), await world('many', 4812, many)]
const held = new Map()
for (const one of worlds) held.set(one.server, await gather(one))
/** Somebody else each time; a lane never meets another's people. */
const turns = new Map()
const next = (server, lane) => {
  const key = `${server.name} ${lane}`
  const turn = (turns.get(key) ?? 0) + 1
  turns.set(key, turn)
  const mine = Math.floor(few / inFlight)
  return held.get(server)[lane * mine + (turn % mine)]
}
const manager = new Map()
for (const { server } of worlds)
  manager.set(
    server,
    JSON.parse((await post(server, '/token', 'grant_type=client_credentials&scope=users%3Aread', 0)).text).access_token,
  )

const operators = new Map()
for (const { server } of worlds) operators.set(server, held.get(server)[0].jar.cookies)
/** A page of the console, as the operator opens it. */
const consolePage = (path) => async (server, lane) =>
  (await ask(server, 'GET', path, { lane, cookies: operators.get(server) })).status === 200
const inConsole = Object.fromEntries(consolePages.map((path) => [`console ${path}`, consolePage(path)]))

const workloads = {
  userinfo: async (server, lane) =>
    (await ask(server, 'GET', '/userinfo', { headers: bearer(next(server, lane).tokens.access_token), lane }))
      .status === 200,
  introspection: async (server, lane) =>
    (await post(server, '/introspect', `token=${next(server, lane).tokens.access_token}`, lane)).status === 200,
  refresh: async (server, lane) => {
    const one = next(server, lane)
    const { status, text } = await post(
      server,
      '/token',
      `grant_type=refresh_token&refresh_token=${one.tokens.refresh_token}`,
      lane,
    )
    if (status === 200) one.tokens = JSON.parse(text)
    return status === 200
  },
  'code flow': async (server, lane) => {
    const { location } = await ask(server, 'GET', `/authorize?${query}`, {
      lane,
      cookies: next(server, lane).jar.cookies,
    })
    return (await redeem(server, location, lane)) !== null
  },
  'account page': async (server, lane) =>
    (await ask(server, 'GET', '/account/sessions', { lane, cookies: next(server, lane).jar.cookies })).status === 200,
  'look a person up': async (server, lane) =>
    (await ask(server, 'GET', '/api/v1/users?query=user00000', { lane, headers: bearer(manager.get(server)) }))
      .status === 200,
  ...inConsole,
}

const only = process.env.BENCH_ONLY?.split(',')
const rows = []
const round = (value, digits) => Number(value.toFixed(digits))
for (const [name, work] of Object.entries(workloads)) {
  if (only && !only.some((begin) => name.startsWith(begin))) continue
  const results = new Map(worlds.map(({ server }) => [server, []]))
  for (let turn = 0; turn < rounds; turn++)
    for (const { server } of worlds) results.get(server).push(await measure(server, work, seconds))
  const of = (index, what) => median(results.get(worlds[index].server).map((one) => one[what]))
  rows.push({
    workload: name,
    'few: p50 ms': round(of(0, 'p50'), 2),
    'many: p50 ms': round(of(1, 'p50'), 2),
    'more %': round(100 * (of(1, 'p50') / of(0, 'p50') - 1), 0),
    'few: p99 ms': round(of(0, 'p99'), 1),
    'many: p99 ms': round(of(1, 'p99'), 1),
  })
  console.log(JSON.stringify(rows.at(-1)))
}
console.table(rows)
if (process.env.BENCH_SAVE)
  save(onPostgres ? 'scale-postgresql' : 'scale', {
    people: worlds.map(({ people }) => people),
    bytes: worlds.map(({ bytes }) => bytes),
    rows,
  })
for (const { end } of worlds) await end()
process.exit(0)
