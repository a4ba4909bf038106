import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openTestWorld } from '../../../apps/server/test/support/world.ts'
import { manifest, nextProject, projectOf } from './support.ts'

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const main = join(import.meta.dirname, '../src/main.ts')

/** An application whose sign-in never answers. */
const application = `require('node:fs').writeFileSync('pid', String(process.pid))
require('node:http')
  .createServer((_request, response) => response.writeHead(404).end())
  .listen(0, '127.0.0.1', function () {
    console.log('Local: http://localhost:' + this.address().port)
  })
`

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a command that is interrupted ends the application that it started', async () => {
  const world = await openTestWorld({ SMTP_URL: '' })
  const folder = projectOf({
    ...nextProject,
    'dev.cjs': application,
    'package.json': manifest({ next: '16.4.3', '@vestibule/nextjs': '^0.1.0' }, { scripts: { dev: 'node dev.cjs' } }),
  })
  const words = ['add', '--yes', '--issuer', world.issuer, '--client-id', 'spa']
  const child = spawn(process.execPath, ['--import', tsx, main, ...words], { cwd: folder, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const path = join(folder, 'pid')
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toMatch(/^\d+$/)
  const pid = Number(readFileSync(path, 'utf8'))
  expect(runs(pid)).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  await expect.poll(() => runs(pid)).toBe(false)
  await world.close()
})
