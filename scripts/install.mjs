import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './processes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * What every script of package.json begins with, so that `npm start`, `npm test` and `npm run ...` need Node 20 and npm, and
 * nothing else: the packages are installed with the pinned pnpm, and this process finds pnpm, the pinned Node and every
 * installed program by name. It never asks, and needs no network where everything is there.
 */
export async function install() {
  // `pnpm run` has done all of this (verifyDepsBeforeRun in pnpm-workspace.yaml).
  if (basename(process.env.npm_execpath ?? '').startsWith('pnpm')) return
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pnpm = ['--yes', '--prefer-offline', `--package=${packageManager}`]
  const path = await runQuietly('npx', [...pnpm, '--', 'node', '-p', 'process.env.PATH'], {
    notice: `Fetching ${packageManager}, which installs the packages.`,
    failure: `${packageManager} could not be fetched from npm; the reason stands above.`,
    // In the folder of a project npx reads all of its packages first, which takes half a minute here.
    cwd: tmpdir(),
  })
  process.env.PATH = [join(root, 'node_modules', '.bin'), path.trim()].join(delimiter)
  await runQuietly('pnpm', ['install', '--prefer-offline', '--loglevel=error'], {
    notice: 'Installing the packages. The first time, that takes about a minute.',
    failure: 'The installation failed; the reason stands above.',
    cwd: root,
  })
}
