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

/** The version of every package before its first release. Only tarballs have it. */
const unreleased = '0.1.0'

/** Before the first release, our names on the registry could be anybody's: nothing of ours is fetched from there. */
export const isReleased = (version: string): boolean => version !== unreleased

/** The folder of the tarball from which npm installed this package, as it notes beside it. Null if it came from elsewhere. */
export function tarballFolderOf(folder: string): string | null {
  const modules = resolve(folder, '../..')
  const path = join(modules, '.package-lock.json')
  if (!existsSync(path)) return null
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages?: Record<string, { resolved?: string }> }
  const resolved = packages?.['node_modules/@vestibule/cli']?.resolved
  return resolved?.startsWith('file:') ? dirname(resolve(modules, '..', resolved.slice('file:'.length))) : null
}
