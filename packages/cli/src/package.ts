import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package: with its templates, and with its starters if it was packed. */
export const packageFolder = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

export const ownVersion = (): string => JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version

/** Where the package manager got this package: a registry, or the folder of a tarball. Null where it was not installed. */
export type Origin = { kind: 'registry' } | { kind: 'folder'; folder: string } | null

/**
 * npm notes it beside what it installed. Whoever has this package from a tarball must get the others from one too: before the
 * first release their names on the registry could be anybody's.
 */
export function originOf(folder: string): Origin {
  const modules = resolve(folder, '../..')
  const path = join(modules, '.package-lock.json')
  if (!existsSync(path)) return null
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages?: Record<string, { resolved?: string }> }
  const resolved = packages?.['node_modules/@vestibule/cli']?.resolved
  if (resolved?.startsWith('http')) return { kind: 'registry' }
  if (!resolved?.startsWith('file:')) return null
  return { kind: 'folder', folder: dirname(resolve(modules, '..', resolved.slice('file:'.length))) }
}
