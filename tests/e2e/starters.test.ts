import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { onlyInTestAll } from './only-in-test-all.ts'

// The examples as starters: their own tests pass here. Copied folders are tried in newcomer/.

const examples = ['nextjs', 'nuxt', 'remix', 'mcp'] as const
const exampleOf = (name: string) => join(import.meta.dirname, '../../examples', name)

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The Node of these tests first: Nuxt wants 22.
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  CI: 'true',
  // These tests' own would be taken for the application's.
  NODE_ENV: 'production',
  NODE_TEST_CONTEXT: undefined,
}

const ownTests = (cwd: string): string =>
  execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/app.test.mjs'], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

describe.each(examples)('the %s example', (name) => {
  const isRepetition = name === 'nuxt' || name === 'remix'
  test('its own tests pass', isRepetition ? onlyInTestAll('the own tests of two more starters') : {}, () => {
    const output = ownTests(exampleOf(name))
    expect(output).toMatch(/^# fail 0$/m)
    expect(Number(output.match(/^# pass (\d+)$/m)?.[1])).toBeGreaterThanOrEqual(10)
  })
})

const writeAtOnce = `
import { addNote, changeSettings, deleteAllNotes, deleteNote, getSettings, listNotes } from './lib/notes.ts'
const ada = { id: 'ada', name: 'Ada', manages: true }
const add = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => addNote('acme', ada, 'note ' + at)))
const added = async (count: number) => (await add(count)).filter((result) => 'note' in result).length
const seen = [await added(20), await added(70), await added(20)]
await changeSettings('acme', { plan: 'team' })
seen.push(await added(5))
const [{ notes, next }, { notes: others }] = [await listNotes('acme'), await listNotes('other')]
seen.push(notes.length, (await listNotes('acme', next ?? '')).notes.length, others.length)
const lastOnPage = next ?? ''
await deleteNote('acme', ada, lastOnPage)
// What PostgreSQL cannot store, and a page that begins after a note that is gone.
const odd = await addNote('acme', ada, 'a\\0b\\ud800c')
seen.push('note' in odd && odd.note.text, (await listNotes('acme', lastOnPage)).notes.length)
seen.push((await listNotes('acme', '\\0')).notes.length, await deleteNote('acme', ada, '\\0'))
seen.push(await deleteAllNotes('acme'), (await getSettings('acme')).noteCount)
console.log(JSON.stringify(seen))
process.exit(0)
`

test('the starters store in PostgreSQL as in SQLite, and a plan holds there too', async () => {
  const example = exampleOf('nextjs')
  const folder = mkdtempSync(join(tmpdir(), 'starter-data-'))
  try {
    for (const part of ['prisma', 'prisma.config.ts', 'lib/notes.ts', 'lib/database.ts', 'package.json'])
      cpSync(join(example, part), join(folder, part), { recursive: true })
    symlinkSync(join(example, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'try.ts'), writeAtOnce)
    const tsx = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs')
    // In SQLite they do all that the other tests of the starters see.
    const sqlite = process.env.TEST_ALL ? ['file:./data/notes.db'] : []
    for (const url of [...sqlite, await freshPostgres()]) {
      const run = async (...command: string[]) =>
        (
          await promisify(execFile)(process.execPath, command, {
            cwd: folder,
            env: { ...env, DATABASE_URL: url, PATH: `${join(example, 'node_modules/.bin')}:${env.PATH}` },
          })
        ).stdout
      await run('prisma/generate.mjs')
      // Two processes that start at once, and one that starts again.
      await Promise.all([run('prisma/migrate.mjs'), url.startsWith('file:') ? '' : run('prisma/migrate.mjs')])
      await run('prisma/migrate.mjs')
      expect(JSON.parse(await run(tsx, 'try.ts')), url.split(':')[0]).toEqual([
        ...[20, 70, 10, 5, 50, 50, 0],
        ...['abc', 50, 0, false],
        ...[105, 0],
      ])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
