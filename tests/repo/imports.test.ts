import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-imports-'))
cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
cpSync(join(root, '.gitignore'), join(folder, '.gitignore'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the linter of this repository says about a file at this path. */
function lint(path: string, code: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

// ARCHITECTURE.md: an import only goes down. The linter holds the rule; this holds the linter.
test.each([
  ['apps/server/src/oidc/x.ts', '../flows/authorization/sign-in.ts'],
  ['apps/server/src/oidc/x.ts', 'hono'],
  ['apps/server/src/oidc/dynamic-clients/x.ts', '../../flows/authorization/sign-in.ts'],
  ['apps/server/src/oidc/dynamic-clients/x.ts', '../../config.ts'],
  ['apps/server/src/crypto/x.ts', '../store/users.ts'],
  ['apps/server/src/store/x.ts', '../flows/authorization/sign-in.ts'],
  ['apps/server/src/flows/tokens/x.ts', '../../routes/tokens/token.ts'],
  ['apps/server/src/flows/tokens/x.ts', '../../http/cookies.ts'],
  ['apps/server/src/flows/authorization/sign-in/x.ts', '../../../routes/tokens/token.ts'],
  ['apps/server/src/flows/authorization/sign-in/x.ts', '../../../app.ts'],
  ['apps/server/src/flows/tokens/x.ts', '@prisma/client'],
  ['apps/server/src/http/x.ts', '../routes/tokens/token.ts'],
  ['apps/server/src/pages/x.ts', '../flows/authorization/sign-in.ts'],
  ['apps/server/src/routes/x.ts', '../store/users.ts'],
  ['apps/server/src/routes/tokens/x.ts', '../../store/users.ts'],
  ['apps/server/src/routes/authorization/sign-in/x.ts', '../../../store/users.ts'],
  ['apps/server/src/pages/account/x.ts', '../../flows/authorization/sign-in.ts'],
  ['apps/server/src/pages/authorization/sign-in/x.ts', '../../../flows/authorization/sign-in.ts'],
  ['apps/server/src/mail/x.ts', '../store/users.ts'],
  ['apps/server/src/words/x.ts', '../flows/tokens/grants.ts'],
  ['apps/server/src/commands/x.ts', '../store/users.ts'],
  ['apps/server/src/commands/x.ts', '../routes/tokens/token.ts'],
  ['apps/server/src/telemetry/x.ts', '../store/queue.ts'],
  ['apps/server/src/config/x.ts', '../flows/authorization/sign-in.ts'],
])('%s may not import %s', (path, source) => {
  expect(lint(path, `import { a } from '${source}'\nexport const b = a\n`)).toMatchObject({
    status: 1,
    output: expect.stringContaining('noRestrictedImports'),
  })
})

test.each([
  ['apps/server/src/oidc/dynamic-clients/x.ts', '../clients.ts'],
  ['apps/server/src/routes/authorization/x.ts', '../../flows/authorization/sign-in.ts'],
  ['apps/server/src/routes/authorization/sign-in/x.ts', '../../page-context.ts'],
  ['apps/server/src/pages/authorization/sign-in/x.ts', '../../assets.ts'],
  ['apps/server/src/flows/authorization/sign-in/x.ts', '../../../store/users.ts'],
  ['apps/server/src/flows/tokens/x.ts', '../../store/users.ts'],
  ['apps/server/src/store/x.ts', '../oidc/claims.ts'],
  ['apps/server/src/commands/x.ts', '../flows/management/directory.ts'],
  ['apps/server/src/mail/x.ts', '../words/index.ts'],
  ['apps/server/src/mail/kinds/x.ts', '../../words/index.ts'],
  ['apps/server/src/pages/account/x.ts', '../../words/index.ts'],
])('%s may import %s', (path, source) => {
  expect(lint(path, `import { a } from '${source}'\n\nexport const b = a\n`).output).not.toContain(
    'noRestrictedImports',
  )
})

test('process.env is read in config.ts and nowhere else', () => {
  expect(lint('apps/server/src/flows/tokens/x.ts', 'export const a = process.env.A\n').output).toContain('noProcessEnv')
})
