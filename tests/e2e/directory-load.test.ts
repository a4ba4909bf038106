import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest, newSecret } from '../../apps/server/src/crypto/random.ts'
import { openDatabase } from '../../apps/server/src/store/connections/database.ts'
import { lockingDatabases } from '../../apps/server/test/support/databases.ts'
import { type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { type ScimAnswer, schemas, send } from '../../apps/server/test/support/scim.ts'
import { environment } from './fault-support.ts'
import { type ServerProcess, startServer } from './support.ts'

// A company's whole directory is written at the pace of its client, and the server is killed in the middle of it. What was
// acknowledged is there, once. Of full size in `npm run test:all`.

const sizes = process.env.TEST_ALL
  ? { people: 10_000, groups: 500, perGroup: 20 }
  : { people: 150, groups: 10, perGroup: 5 }
/** Between two requests: 25 in a second. */
const pace = 40
/** Beside the requests themselves: starting, stopping and reading everything again. */
const minutes = process.env.TEST_ALL ? 30 : 4

const folder = mkdtempSync(join(tmpdir(), 'directory-load-'))
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An organization whose directory is on. Returns its token. */
async function prepare(where: { kind: 'sqlite'; file: string } | { kind: 'postgresql'; url: string }): Promise<string> {
  const db = await openDatabase(where, join(import.meta.dirname, '../../apps/server/migrations'))
  const token = `scim_${newSecret()}`
  const createdAt = new Date()
  await db.prisma.organization.create({ data: { id: 'acme', slug: 'acme', name: 'Acme', createdAt } })
  await db.prisma.directory.create({ data: { id: 'directory', organizationId: 'acme', createdAt } })
  const expiresAt = new Date(createdAt.getTime() + 86_400_000)
  const row = { id: 'token', directoryId: 'directory', prefix: token.slice(0, 9), createdAt, expiresAt }
  await db.prisma.directoryToken.create({ data: { ...row, digest: digest(token) } })
  await db.close()
  return token
}

/** A client that keeps its pace, and asks again what it had no answer to. */
class DirectoryClient {
  server: ServerProcess | null = null
  readonly refused: ScimAnswer[] = []
  constructor(
    readonly token: string,
    readonly start: () => Promise<ServerProcess>,
  ) {}

  /** A request, again and again until it is answered, as clients do after a broken connection. */
  async ask(method: string, path: string, body?: unknown): Promise<{ answer: ScimAnswer; repeated: boolean }> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const url = `${this.server?.url}/scim/v2/acme${path}`
      const answer = await send(method, url, body, { Authorization: `Bearer ${this.token}` }).catch(() => null)
      if (answer && answer.status !== 429 && answer.status !== 503) return { answer, repeated: attempt > 0 }
      await delay(500)
    }
    throw new Error('the server does not answer')
  }

  /** Runs all of these at the pace. In the middle the process is killed and started again. */
  async runAll(work: readonly (() => Promise<void>)[]): Promise<void> {
    const running: Promise<void>[] = []
    for (const [at, run] of work.entries()) {
      running.push(run())
      if (at === Math.floor(work.length / 2)) {
        await this.server?.stop('SIGKILL')
        this.server = await this.start()
      }
      await delay(pace)
    }
    await Promise.all(running)
  }

  async create(path: string, filter: string, body: unknown): Promise<string> {
    const { answer, repeated } = await this.ask('POST', path, body)
    if (answer.status === 201) return answer.body.id
    // It was written before the connection broke.
    const found = await this.ask('GET', `${path}?filter=${encodeURIComponent(filter)}`)
    if (!repeated || answer.status !== 409 || found.answer.body.totalResults !== 1) this.refused.push(answer)
    return found.answer.body.Resources[0].id
  }

  async all(path: string): Promise<{ id: string; userName: string; displayName: string }[]> {
    const found = []
    for (let startIndex = 1; ; startIndex += 200) {
      const { answer } = await this.ask(
        'GET',
        `${path}?count=200&startIndex=${startIndex}&excludedAttributes=members,groups`,
      )
      found.push(...answer.body.Resources)
      if (found.length >= answer.body.totalResults || answer.body.itemsPerPage === 0) return found
    }
  }
}

test.each(lockingDatabases)(
  'a whole directory is there once after kill -9 in the middle of it, on %s',
  { timeout: minutes * 60_000 },
  async (kind) => {
    const file = join(folder, 'directory.db')
    const url = kind === 'sqlite' ? `file:${file}` : await freshPostgres()
    const token = await prepare(kind === 'sqlite' ? { kind, file } : { kind, url })
    const env = await environment(mailbox, { DATABASE_URL: url, SCIM: 'on' })
    const client = new DirectoryClient(token, () => startServer(env, folder))
    client.server = await client.start()

    const users = new Map<string, string>()
    const writeUser = (number: number) => async () => {
      const userName = `person-${number}@acme.test`
      const name = { givenName: 'Person', familyName: String(number) }
      const body = { schemas: [schemas.user], userName, externalId: `e-${number}`, name, active: true }
      users.set(userName, await client.create('/Users', `userName eq "${userName}"`, body))
    }
    await client.runAll(Array.from({ length: sizes.people }, (_, number) => writeUser(number)))

    const ids = [...users.values()]
    const groups = new Map<string, string[]>()
    const writeGroup = (number: number) => async () => {
      const displayName = `Group ${number}`
      const body = { schemas: [schemas.group], displayName }
      const id = await client.create('/Groups', `displayName eq "${displayName}"`, body)
      const members = Array.from(
        { length: sizes.perGroup },
        (_, at) => ids[(number * sizes.perGroup + at) % ids.length] as string,
      )
      const value = members.map((member) => ({ value: member }))
      const { answer } = await client.ask('PATCH', `/Groups/${id}`, {
        schemas: [schemas.patch],
        Operations: [{ op: 'Add', path: 'members', value }],
      })
      if (answer.status !== 204) client.refused.push(answer)
      groups.set(id, members)
    }
    await client.runAll(Array.from({ length: sizes.groups }, (_, number) => writeGroup(number)))

    expect(client.refused).toEqual([])
    const foundUsers = await client.all('/Users')
    expect(new Map(foundUsers.map(({ userName, id }) => [userName, id]))).toEqual(users)
    expect(foundUsers).toHaveLength(sizes.people)
    const foundGroups = await client.all('/Groups')
    expect(new Set(foundGroups.map(({ id }) => id))).toEqual(new Set(groups.keys()))
    expect(new Set(foundGroups.map(({ displayName }) => displayName)).size).toBe(sizes.groups)
    for (const [id, members] of groups) {
      const { answer } = await client.ask('GET', `/Groups/${id}`)
      const found = answer.body.members.map(({ value }: { value: string }) => value)
      expect(found.sort()).toEqual([...members].sort())
      await delay(pace)
    }
    await client.server?.stop()
  },
)
