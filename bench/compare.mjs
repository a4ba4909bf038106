// `npm run bench:compare <checkout>`: this build beside another checkout's, such as the commit before, on this machine and
// in turns. What counts is the CPU that an operation costs the server and its database. Both keep
// everything on disk (SQLite), and in PostgreSQL with BENCH_POSTGRES=1. Never part of a test.
//
//   BENCH_RIGHTS=1     this build with 5 roles and 50 permissions beside itself with none: no checkout is named
//   BENCH_DPOP=1       this build with tokens that are bound to a key (RFC 9449) beside itself with bearer tokens
//   BENCH_ONLY=W4,W5   these workloads only    BENCH_SECONDS, BENCH_ROUNDS   longer or shorter (2 s, 7 rounds)
import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { importJWK, jwtVerify } from 'jose'
import {
  ask,
  bearer,
  cpuOf,
  form,
  inFlight,
  measure,
  median,
  ourProgram,
  ourSettings,
  signInByCode,
  start,
  startDatabase,
  visit,
} from './servers.mjs'
import { tokensOf, workloads } from './workloads.mjs'

const rights = Boolean(process.env.BENCH_RIGHTS)
const dpop = Boolean(process.env.BENCH_DPOP)
const checkout = process.argv[2]
if (!checkout && !rights && !dpop) {
  console.error('usage: npm run bench:compare <folder of another checkout, built>')
  process.exit(1)
}
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const only = process.env.BENCH_ONLY?.split(',')
const other = rights || dpop ? ourProgram : resolve(process.env.INIT_CWD ?? '.', checkout, 'apps/server/dist/main.js')
const programs = { this: ourProgram, other }

const five = [0, 1, 2, 3, 4]
const permissions = Array.from({ length: 50 }, (_, index) => `thing${index}.do`)

/** Ten permissions for each of five roles. */
function permissionsFile() {
  const file = join(mkdtempSync(join(tmpdir(), 'vestibule-bench-')), 'permissions.json')
  const roles = five.map((index) => [`role${index}`, { permissions: permissions.slice(10 * index, 10 * index + 10) }])
  const declared = permissions.map((name) => [name, { level: 'owner' }])
  writeFileSync(file, JSON.stringify({ permissions: Object.fromEntries(declared), roles: Object.fromEntries(roles) }))
  return file
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const base64url = (value) => Buffer.from(value).toString('base64url')
const signing = { key: privateKey, dsaEncoding: 'ieee-p1363' }

/** The header of a proof (RFC 9449 section 4.2) for a request to a server at an origin. */
function proofFor(origin, method, path, token) {
  const ath = token && createHash('sha256').update(token).digest('base64url')
  const claims = { jti: randomUUID(), htm: method, htu: `${origin}${path}`, iat: Math.floor(Date.now() / 1000), ath }
  const header = base64url(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk }))
  const text = `${header}.${base64url(JSON.stringify(claims))}`
  return `DPoP: ${text}.${base64url(sign('sha256', Buffer.from(text), signing))}\r\n`
}

/**
 * The same from a store that is filled with twice as many whenever it is empty: a load that signs before each request lets the server
 * idle between them, which costs it more for each.
 */
function proofsFor(origin) {
  const stores = new Map()
  return (...request) => {
    const name = request.join(' ')
    const store = stores.get(name) ?? { proofs: [], filled: 0 }
    stores.set(name, store)
    if (store.proofs.length === 0) {
      store.filled = Math.min(1024, 2 * store.filled + 1)
      for (let made = 0; made < store.filled; made++) store.proofs.push(proofFor(origin, ...request))
    }
    return store.proofs.pop()
  }
}

/**
 * Microseconds of CPU that jose needs to verify the signature and the times of a proof, so many at a time. The more there are, the less
 * each costs, because WebCrypto has threads of its own. A server has between one and `inFlight`.
 */
async function verificationCost(atOnce) {
  const proof = proofFor('http://localhost', 'GET', '/userinfo', 'token').slice('DPoP: '.length).trim()
  const key = await importJWK(jwk, 'ES256')
  const verifyMany = async (count) => {
    for (let done = 0; done < count; done += atOnce)
      await Promise.all(Array.from({ length: atOnce }, () => jwtVerify(proof, key, { typ: 'dpop+jwt' })))
  }
  await verifyMany(2000)
  const before = process.cpuUsage()
  await verifyMany(8000)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 8000
}

/** Of both servers, when rights are measured: people act for an organization. */
const membersSettings = {
  OIDC_CLIENT_0_ORGANIZATION: 'optional',
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,organization,permissions',
  OIDC_CLIENT_ID_1: 'admin',
  OIDC_CLIENT_1_SECRET: 'admin-secret-0123456789',
  OIDC_CLIENT_1_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_1_SCOPES: 'users:read,organizations:write,members:write,roles:write',
}

/** Makes Ada the owner of an organization, with five roles if there are any. */
async function joinOrganization(server, hasRoles) {
  const secret = `Authorization: Basic ${Buffer.from('admin:admin-secret-0123456789').toString('base64')}\r\n`
  const asked = await ask(server, 'POST', '/token', {
    headers: form + secret,
    body: `grant_type=client_credentials&scope=${membersSettings.OIDC_CLIENT_1_SCOPES.replaceAll(',', '+')}`,
  })
  const headers = `${bearer(JSON.parse(asked.text).access_token)}Content-Type: application/json\r\n`
  const call = async (method, path, body) => {
    const answer = await ask(server, method, `/api/v1${path}`, { headers, body: body ? JSON.stringify(body) : '' })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text ? JSON.parse(answer.text) : null
  }
  const { data } = await call('GET', '/users?email=ada@example.test')
  const { id } = await call('POST', '/organizations', { name: 'Acme', owner: data[0].id })
  const roles = five.map((index) => `role${index}`)
  if (hasRoles) await call('PUT', `/organizations/${id}/members/${data[0].id}/roles`, { roles })
}

async function open(name, port, postgres) {
  const database = postgres ? { DATABASE_URL: postgres.url, SECRET: randomBytes(48).toString('base64') } : {}
  const hasRoles = rights && name === 'this'
  const settings = {
    ...(rights ? membersSettings : {}),
    ...(hasRoles ? { PERMISSIONS_FILE: permissionsFile() } : {}),
    ...(dpop ? { DPOP: 'on' } : {}),
  }
  const server = await start(name, port, [programs[name]], { ...ourSettings, ...settings, ...database })
  const { location } = await signInByCode(server, 'ada@example.test')
  await visit(server, 'POST', location, { headers: `${form}Origin: ${server.origin}\r\n`, body: 'given_name=Ada' })
  if (rights) await joinOrganization(server, hasRoles)
  const extra = rights ? { authorize: `%20organization${hasRoles ? '%20permissions' : ''}` } : {}
  const proofOf = dpop && name === 'this' ? proofsFor(server.origin) : undefined
  return { ...server, extra, proofOf, processes: [server.child.pid, ...(postgres ? [postgres.pid] : [])] }
}

/** Microseconds of CPU an operation costs the server and its database. */
async function cost(server, work) {
  const before = cpuOf(server.processes)
  const { rate } = await measure(server, work, seconds)
  return (1e6 * (cpuOf(server.processes) - before)) / (rate * seconds)
}

async function compare(kind, servers) {
  const held = new Map()
  for (const server of servers) held.set(server, await tokensOf(server))
  const rows = []
  for (const [name, work] of Object.entries(workloads(held))) {
    if (only && !only.includes(name.slice(0, 2))) continue
    const costs = servers.map(() => [])
    // The one that begins changes from round to round, so that neither always follows the other.
    for (let round = 0; round < rounds; round++)
      for (const index of round % 2 ? [1, 0] : [0, 1]) costs[index].push(await cost(servers[index], work))
    const [mine, others] = costs.map(median)
    rows.push({
      database: kind,
      workload: name,
      'this µs': mine.toFixed(1),
      'other µs': others.toFixed(1),
      'this / other': (mine / others).toFixed(3),
    })
    console.log(JSON.stringify(rows.at(-1)))
  }
  for (const { child } of servers) child.kill('SIGKILL')
  return rows
}

const rows = await compare('SQLite', [await open('this', 4811), await open('other', 4812)])
if (process.env.BENCH_POSTGRES) {
  const databases = [await startDatabase(), await startDatabase()]
  const servers = [await open('this', 4813, databases[0]), await open('other', 4814, databases[1])]
  rows.push(...(await compare('PostgreSQL', servers)))
  for (const database of databases) await database.stop()
}
console.table(rows)
for (const atOnce of dpop ? [1, inFlight] : [])
  console.log(
    `one verification of a proof by jose, ${atOnce} at once: ${(await verificationCost(atOnce)).toFixed(1)} µs`,
  )
process.exit(0)
