import { existsSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'
import { CommandError } from '../command.ts'
import type { Framework } from './parts.ts'

/** The application that gets a part. */
export interface Application {
  folder: string
  framework: Framework
  /** The folder of the sources, relative: `''` or `src` in Next.js, `app` elsewhere. */
  sourceFolder: string
}

/** How imports name a folder: `@/` for `src/`. */
export interface Alias {
  prefix: string
  /** Relative, with a slash at its end; empty for the folder of the application. */
  folder: string
}

/** The first alias that tsconfig.json declares. Nuxt declares its own outside of it. */
export function aliasOf({ folder, framework, sourceFolder }: Application): Alias | null {
  if (framework === 'nuxt') return { prefix: '~/', folder: sourceFolder && `${sourceFolder}/` }
  const path = join(folder, 'tsconfig.json')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [, prefix, target] = /"([@~#]\/)\*"\s*:\s*\[\s*"(?:\.\/)?([^"*]*)\*"/.exec(text) ?? []
  return prefix !== undefined && target !== undefined ? { prefix, folder: target } : null
}

/** Where the components of an application are, relative: where components.json says, or `components` below its sources. */
export function componentFolderOf(application: Application): string {
  const path = join(application.folder, 'components.json')
  if (!existsSync(path)) return posix.join(application.sourceFolder, 'components')
  const named = componentAlias(path)
  const prefixes = application.framework === 'nuxt' ? ['~/', '@/'] : []
  const alias = aliasOf(application)
  const prefix = [...prefixes, alias?.prefix ?? '/'].find((each) => named.startsWith(each))
  if (!alias || !prefix)
    throw new CommandError(
      `components.json has its components at "${named}", which no alias in tsconfig.json leads to: name the folder by --folder.`,
    )
  return posix.join(alias.folder, named.slice(prefix.length))
}

/** Where the one file of styles goes: beside the pages' own. */
export function styleFolderOf({ framework, sourceFolder }: Pick<Application, 'framework' | 'sourceFolder'>): string {
  if (framework === 'nuxt') return posix.join(sourceFolder, 'assets')
  return sourceFolder.endsWith('app') ? sourceFolder : posix.join(sourceFolder, 'app')
}

function componentAlias(path: string): string {
  try {
    const { aliases } = JSON.parse(readFileSync(path, 'utf8')) as { aliases?: { components?: unknown } }
    if (typeof aliases?.components === 'string') return aliases.components
  } catch {
    throw new CommandError('The components.json in this folder is not JSON.')
  }
  throw new CommandError('The components.json in this folder has no aliases.components: name the folder by --folder.')
}

/** @throws CommandError for a path that leads out of the application */
export function pathWithin(folder: string, path: string): string {
  const within = relative(folder, resolve(folder, path))
  if (within.split(sep)[0] === '..' || resolve(within) === within)
    throw new CommandError(`"${path}" is outside of this folder.`)
  return within.split(sep).join('/')
}

/** What an import of a file says: by the alias, or from the folder of the sources. */
export function importPath(application: Application, path: string): string {
  const alias = aliasOf(application)
  const module = path.replace(/\.tsx?$/, '')
  if (alias && module.startsWith(alias.folder)) return `${alias.prefix}${module.slice(alias.folder.length)}`
  return `./${posix.relative(application.sourceFolder, module)}`
}
