import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Version = readonly [major: number, minor: number, patch: number]

/** The first version in a text: of a range, the lowest that it allows. */
export function parseVersion(text: string): Version | null {
  const match = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text)
  return match ? [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)] : null
}

export const isAtLeast = (version: Version, least: Version): boolean => {
  const index = version.findIndex((part, at) => part !== least[at])
  return index === -1 || (version[index] as number) > (least[index] as number)
}

/** The version of a dependency: what is installed, or the lowest that package.json asks for. Null for `latest` and the like. */
export function dependencyVersion(folder: string, name: string, range: string): Version | null {
  const installed = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(installed)) return parseVersion(range)
  return parseVersion(JSON.parse(readFileSync(installed, 'utf8')).version)
}
