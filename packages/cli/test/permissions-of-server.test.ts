import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startVestibule } from '../../testing/src/index.ts'
import { run } from '../src/run.ts'
import { filesOf, nextProject, projectOf, readTerminal } from './support.ts'

// `permissions` at the real server: with the token of a client, whose scope is roles:read, and page by page.

afterEach(() => vi.unstubAllEnvs())

test('the names of the server are those of its PERMISSIONS_FILE, all of them', async () => {
  const names = ['invoice.read', ...Array.from({ length: 150 }, (_, index) => `report.r${index}`)]
  const permissions = { ...Object.fromEntries(names.map((name) => [name, {}])), 'invoice.pay': { min_acr: 'phr' } }
  const folder = projectOf({ ...nextProject, 'permissions.json': JSON.stringify({ permissions, roles: {} }) })
  await using vestibule = await startVestibule({
    settings: { PERMISSIONS_FILE: join(folder, 'permissions.json') },
    clients: [
      { clientId: 'ci', grantTypes: ['client_credentials'], scopes: ['roles:read'] },
      { clientId: 'other', grantTypes: ['client_credentials'], scopes: ['users:read'] },
    ],
  })
  const permissionsAt = async (clientId: string, ...words: string[]) => {
    vi.stubEnv('VESTIBULE_TOKEN', await vestibule.tokenFor({ clientId }))
    const terminal = readTerminal()
    const code = await run(['permissions', '--issuer', vestibule.issuer, ...words], { cwd: folder, terminal })
    return { code, output: [...terminal.output, ...terminal.errors].join('\n') }
  }
  expect(await permissionsAt('other')).toMatchObject({ code: 1, output: expect.stringContaining('roles:read') })
  expect(await permissionsAt('ci')).toEqual({ code: 0, output: 'Wrote auth/permissions.ts: 152 permissions.' })
  expect(filesOf(folder)['auth/permissions.ts']).toContain("'invoice.pay': { acr: 'phr' },")
  // The file of the server says the same.
  expect(await run(['permissions', '--check'], { cwd: folder, terminal: readTerminal() })).toBe(0)
})
