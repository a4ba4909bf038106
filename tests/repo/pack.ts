import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The pnpm that runs the tests, or the pinned one. */
export function pnpmCommand(): [string, ...string[]] {
  const own = process.env.npm_execpath ?? ''
  if (!own.includes('pnpm')) return ['npx', '--yes', 'pnpm@12.21.0']
  return /\.[cm]?js$/.test(own) ? [process.execPath, own] : [own]
}

/** Packs a package as it would be published, with plain versions in the place of `workspace:*`. Returns the tarball. */
export function packPackage(name: string, folder: string): string {
  const [command, ...first] = pnpmCommand()
  execFileSync(command, [...first, 'pack', '--pack-destination', folder], {
    cwd: join(root, 'packages', name),
    stdio: 'pipe',
  })
  return join(folder, readdirSync(folder).find((file) => file.startsWith(`vestibule-${name}-`)) ?? '')
}
