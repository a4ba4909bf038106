import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type PackageManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun'

const lockFiles: readonly (readonly [file: string, name: PackageManagerName])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** By `packageManager` of the nearest package.json that has it, or the nearest lock file; npm if there is neither. */
export function packageManagerOf(folder: string): PackageManagerName {
  for (let current = folder; ; current = dirname(current)) {
    const name = pinnedIn(current) ?? lockFiles.find(([file]) => existsSync(join(current, file)))?.[1]
    if (name) return name
    if (current === dirname(current) || existsSync(join(current, '.git'))) return 'npm'
  }
}

function pinnedIn(folder: string): PackageManagerName | null {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return null
  const { packageManager } = JSON.parse(readFileSync(path, 'utf8')) as { packageManager?: string }
  const name = packageManager?.split('@')[0]
  return lockFiles.find(([, known]) => known === name)?.[1] ?? null
}

/** The words that install packages, and those that run a script of package.json. */
export const installCommand = (name: PackageManagerName, packages: readonly string[]): string[] => [
  name,
  name === 'npm' ? 'install' : 'add',
  ...packages,
]

export const scriptCommand = (name: PackageManagerName, script: string): string[] => [name, 'run', script]
