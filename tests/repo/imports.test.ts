import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { measureFile } from '../../scripts/structure/measure.ts'
import { forbiddenImports } from '../../scripts/structure/rules.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-imports-'))
cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
cpSync(join(root, '.gitignore'), join(folder, '.gitignore'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, code: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  return file
}

/** What the rules say about a file at this path that imports this. */
const refusals = (path: string, source: string) =>
  forbiddenImports([measureFile(folder, write(path, `import { a } from '${source}'\nexport const b = a\n`))]).map(
    ({ detail }) => detail,
  )

/** What the linter of this repository says about a file at this path. */
function lint(path: string, code: string) {
  write(path, code)
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

// ARCHITECTURE.md: an import only goes down. `scripts/structure/rules.ts` has the rules; this holds them. Where a file imports
// what the folder may never see, the reason is that of the folder.
test.each([
  ['oidc/x.ts', '../flows/authorization/sign-in.ts', 'pure values'],
  ['oidc/dynamic-clients/x.ts', '../../flows/authorization/sign-in.ts', 'pure values'],
  ['oidc/dynamic-clients/x.ts', '../../crypto/random.ts', 'pure values'],
  ['oidc/dynamic-clients/x.ts', '../../config.ts', 'pure values'],
  ['crypto/x.ts', '../store/users.ts', 'nothing above it'],
  ['crypto/x.ts', '../words/index.ts', 'nothing above it'],
  ['words/x.ts', '../flows/tokens/grants.ts', 'no other module'],
  ['words/x.ts', '../oidc/claims.ts', 'no other module'],
  ['words/x.ts', '../crypto/random.ts', 'no other module'],
  ['config/x.ts', '../flows/authorization/sign-in.ts', 'nothing else'],
  ['config/x.ts', '../words/index.ts', 'nothing else'],
  ['config/x.ts', '../config.ts', 'nothing else'],
  ['config/credentials/x.ts', '../../crypto/random.ts', 'nothing else'],
  ['mail/x.ts', '../store/users.ts', 'edges'],
  ['mail/x.ts', '../oidc/claims.ts', 'edges'],
  ['mail/x.ts', '../logging.ts', 'edges'],
  ['mail/kinds/x.ts', '../../config/settings.ts', 'edges'],
  ['outbound/x.ts', '../mail/messages.ts', 'edges'],
  ['outbound/x.ts', '../crypto/random.ts', 'edges'],
  ['store/x.ts', '../flows/authorization/sign-in.ts', 'only downwards'],
  ['store/x.ts', '../mail/messages.ts', 'only downwards'],
  ['store/prisma/x.ts', '../../outbound/dns.ts', 'only downwards'],
  ['store/prisma/clients/x.ts', '../../../routes/pages.ts', 'only downwards'],
  ['store/prisma/x.ts', '../../logging.ts', 'only downwards'],
  ['store/hot/x.ts', '../generated/sqlite/client.ts', 'prepared statements only'],
  ['store/hot/x.ts', '../generated/postgresql/client.ts', 'prepared statements only'],
  ['store/hot/x.ts', '../prisma/users.ts', 'prepared statements only'],
  ['store/hot/x.ts', '../beyond-prisma/users.ts', 'prepared statements only'],
  ['store/beyond-prisma/people/x.ts', '../../prisma/users.ts', 'belongs to store/prisma/'],
  ['store/beyond-prisma/x.ts', '../generated/sqlite/client.ts', 'belongs to store/prisma/'],
  ['store/prisma/x.ts', '../connections/sql.ts', 'belongs to store/hot/ or store/beyond-prisma/'],
  ['store/prisma/clients/x.ts', '../../connections/sqlite/sqlite.ts', 'belongs to store/hot/'],
  ['store/prisma/x.ts', '../connections/postgresql/postgresql.ts', 'belongs to store/hot/'],
  ['flows/tokens/x.ts', '../../routes/tokens/token.ts', 'nothing of HTTP or Prisma'],
  ['flows/tokens/x.ts', '../../http/cookies.ts', 'nothing of HTTP or Prisma'],
  ['flows/tokens/x.ts', '../../pages/layout.tsx', 'nothing of HTTP or Prisma'],
  ['flows/tokens/x.ts', '../../store/generated/rows.ts', 'nothing of HTTP or Prisma'],
  ['flows/tokens/x.ts', '../../logging.ts', 'nothing of HTTP or Prisma'],
  ['flows/authorization/sign-in/x.ts', '../../../routes/tokens/token.ts', 'nothing of HTTP or Prisma'],
  ['flows/authorization/sign-in/x.ts', '../../../app.ts', 'nothing of HTTP or Prisma'],
  ['flows/authorization/sign-in/x.ts', '../../../telemetry/metrics.ts', 'nothing of HTTP or Prisma'],
  ['http/x.ts', '../routes/tokens/token.ts', 'no route and no page'],
  ['http/x.ts', '../pages/layout.tsx', 'no route and no page'],
  ['http/routes/x.ts', '../../mail/messages.ts', 'no route and no page'],
  ['http/x.ts', '../config.ts', 'no route and no page'],
  ['pages/x.ts', '../flows/authorization/sign-in.ts', 'ask nobody anything'],
  ['pages/account/x.ts', '../../flows/authorization/sign-in.ts', 'ask nobody anything'],
  ['pages/authorization/sign-in/x.ts', '../../../flows/authorization/sign-in.ts', 'ask nobody anything'],
  ['pages/account/x.ts', '../../store/users.ts', 'ask nobody anything'],
  ['pages/account/x.ts', '../../http/cookies.ts', 'ask nobody anything'],
  ['pages/account/x.ts', '../../logging.ts', 'ask nobody anything'],
  ['routes/x.ts', '../store/users.ts', 'never to store/'],
  ['routes/tokens/x.ts', '../../store/users.ts', 'never to store/'],
  ['routes/tokens/x.ts', '../../mail/messages.ts', 'never to store/'],
  ['routes/tokens/x.ts', '../../config.ts', 'never to store/'],
  ['routes/authorization/sign-in/x.ts', '../../../store/users.ts', 'never to store/'],
  ['telemetry/x.ts', '../store/queue.ts', 'nothing of the store'],
  ['telemetry/x.ts', '../http/cookies.ts', 'nothing of the store'],
  ['telemetry/x.ts', '../runtime.ts', 'nothing of the store'],
  ['commands/x.ts', '../store/users.ts', 'one more entrance to flows/'],
  ['commands/x.ts', '../routes/tokens/token.ts', 'one more entrance to flows/'],
  ['commands/x.ts', '../app.ts', 'one more entrance to flows/'],
  ['background/x.ts', '../preview/preview-server.ts', 'an import only goes down'],
  ['a-new-folder/x.ts', '../oidc/pkce.ts', 'an import only goes down'],
])('%s may not import %s', (path, source, reason) => {
  expect(refusals(`apps/server/src/${path}`, source)).toEqual([expect.stringContaining(reason)])
})

test.each([
  ['oidc/dynamic-clients/x.ts', '../clients.ts'],
  ['routes/authorization/x.ts', '../../flows/authorization/sign-in.ts'],
  ['routes/authorization/sign-in/x.ts', '../../page-context.ts'],
  ['pages/authorization/sign-in/x.ts', '../../assets.ts'],
  ['flows/authorization/sign-in/x.ts', '../../../store/users.ts'],
  ['flows/tokens/x.ts', '../../store/users.ts'],
  ['store/x.ts', '../oidc/claims.ts'],
  ['commands/x.ts', '../flows/management/directory.ts'],
  ['mail/x.ts', '../words/index.ts'],
  ['mail/kinds/x.ts', '../../words/index.ts'],
  ['pages/account/x.ts', '../../words/index.ts'],
])('%s may import %s', (path, source) => {
  expect(refusals(`apps/server/src/${path}`, source)).toEqual([])
})

// Of packages, the linter has the rules.
const everyModule = [
  'commands',
  'config',
  'crypto',
  'flows/tokens',
  'http',
  'mail/kinds',
  'oidc',
  'outbound',
  'pages',
  'routes/tokens',
]

test('Prisma is asked in the store alone, and there not by prepared statements', () => {
  const refused = ['background', 'store/hot', 'store/beyond-prisma', 'telemetry', 'words', ...everyModule]
  for (const name of refused)
    expect(lint(`apps/server/src/${name}/x.ts`, "import '@prisma/client'\n").output, name).toContain(
      'noRestrictedImports',
    )
  expect(lint('apps/server/src/store/connections/x.ts', "import '@prisma/client'\n").output).not.toContain('noRestrict')
})

test('HTTP is translated in routes/ and http/, and written in pages/', () => {
  const free = ['http', 'pages', 'routes/tokens']
  const refused = ['store', 'store/hot', 'store/prisma', 'words', ...everyModule.filter((name) => !free.includes(name))]
  for (const name of refused)
    expect(lint(`apps/server/src/${name}/x.ts`, "import 'hono/cookie'\n").output, name).toContain('noRestrictedImports')
  for (const name of free)
    expect(lint(`apps/server/src/${name}/x.ts`, "import 'hono/cookie'\n").output, name).not.toContain('noRestrict')
  expect(lint('apps/server/src/mail/x.tsx', "import 'hono/jsx'\n").output).not.toContain('noRestrict')
  expect(lint('apps/server/src/oidc/federation/x.ts', "import 'node:http'\n").output).toContain('noRestrictedImports')
})

test('process.env is read in config.ts and nowhere else', () => {
  expect(lint('apps/server/src/flows/tokens/x.ts', 'export const a = process.env.A\n').output).toContain('noProcessEnv')
})
