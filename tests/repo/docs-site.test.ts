import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the documentation builds as a site, without a dead link, and with the operations of the API', {
  timeout: 180_000,
}, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  const dist = join(root, 'docs/.vitepress/dist')
  for (const page of ['index', 'why', 'concepts', 'security/index', 'api/members', 'api/schemas'])
    expect(existsSync(join(dist, `${page}.html`)), page).toBe(true)
  expect(readFileSync(join(dist, 'api/members.html'), 'utf8')).toContain('/api/v1/organizations/{organization}/members')
})
