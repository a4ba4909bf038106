import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { CommandError } from '../command.ts'
import { componentName, fileOf, filesOf, parts } from './parts.ts'
import { type Application, aliasOf, componentFolderOf, importPath, pathWithin, styleFolderOf } from './source-paths.ts'

export interface AddPartsOptions extends Application {
  /** Names such as `user-button`. */
  names: readonly string[]
  /** The folder of the files of the parts, `ui/` of this package. */
  uiFolder: string
  /** Where the component goes, relative, instead of where the application has its components. */
  target?: string
  /** Overwrites files that differ. */
  force?: boolean
}

export interface AddedParts {
  /** Paths below the folder of the application. */
  written: string[]
  unchanged: string[]
  /** The lines with which a file of the application imports them; none where the framework does it. */
  importLines: string[]
  /** What is still to be done, in sentences. */
  notes: string[]
}

/**
 * Copies parts, and those that they need, into an application. If a file is there with other content, nothing is written.
 *
 * @throws CommandError for an unknown name and for files that differ
 */
export function addParts(options: AddPartsOptions): AddedParts {
  const { folder, names, force = false } = options
  const files = names.map((name) => filesOfPart(options, name))
  const existing = [...new Map(files.flat())].map(([path, text]) => ({
    path,
    text,
    before: contentOf(join(folder, path)),
  }))
  const differing = existing.filter(({ before, text }) => before !== null && before !== text)
  if (differing.length > 0 && !force) {
    const sentences = differing.map(({ path, before, text }) => `${path} ${difference(before ?? '', text)}.`)
    throw new CommandError(`${sentences.join(' ')} Nothing was written. Overwrite with --force.`)
  }
  const written = existing.filter(({ before, text }) => before !== text)
  for (const { path, text } of written) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return {
    written: written.map(({ path }) => path),
    unchanged: existing.filter(({ before, text }) => before === text).map(({ path }) => path),
    importLines: names.flatMap((name, index) => importLineOf(options, name, files[index]?.[0]?.[0] ?? '') ?? []),
    notes: [...new Set(names.flatMap((name) => noteOf(options, name) ?? []))],
  }
}

const contentOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** The path and the text of every file that a part consists of, its own first. */
function filesOfPart(options: AddPartsOptions, name: string): [path: string, text: string][] {
  const { framework, uiFolder, folder, target } = options
  const part = parts.get(name)
  if (!part || !fileOf(part, framework))
    throw new CommandError(
      `There is no part "${name}" for this framework. There are ${namesFor(options).join(', ')}.`,
      2,
    )
  const into = pathWithin(folder, target ?? (name === 'styles' ? styleFolderOf(options) : componentFolderOf(options)))
  return filesOf(part, framework).map((path) => {
    const place = posix.join(into, basename(path))
    return [place, withImportOfAuth(options, place, readFileSync(join(uiFolder, path), 'utf8'))]
  })
}

/** The parts that a framework has, for its help. */
export const namesFor = ({ framework }: Pick<Application, 'framework'>): string[] =>
  [...parts].filter(([, part]) => fileOf(part, framework)).map(([name]) => name)

const authImport = '@/lib/auth'

/** `@/lib/auth` as this application imports it: from the file that createAuth is called in. */
function withImportOfAuth(application: Application, path: string, text: string): string {
  const alias = aliasOf(application)
  const file = posix.join(application.sourceFolder, 'lib/auth')
  if (!text.includes(`'${authImport}'`) || (alias && `${alias.folder}lib/auth` === file && alias.prefix === '@/'))
    return text
  const between = posix.relative(posix.dirname(path), file)
  return text.replace(`'${authImport}'`, `'${between.startsWith('.') ? between : `./${between}`}'`)
}

/** "differs in 2 of 30 lines (the first is line 7: ...)" */
function difference(before: string, text: string): string {
  const [theirs, ours] = [before.split('\n'), text.split('\n')]
  const length = Math.max(theirs.length, ours.length)
  const lines = Array.from({ length }, (_, index) => index).filter((index) => theirs[index] !== ours[index])
  const [first = 0] = lines
  return `differs from line ${first + 1} on (yours: ${quoted(theirs[first])}; ours: ${quoted(ours[first])}; ${lines.length} of ${length} lines)`
}

const quoted = (line: string | undefined): string => (line === undefined ? 'nothing' : JSON.stringify(line.trim()))

function importLineOf(application: Application, name: string, path: string): string | null {
  const { framework } = application
  if (framework === 'nuxt')
    return name === 'styles' ? `css: ['${importPath(application, path)}'], // in nuxt.config.ts` : null
  if (name === 'styles') return `import '${importPath(application, path)}'`
  return `import { ${componentName(name)} } from '${importPath(application, path)}'`
}

function noteOf({ folder, framework, sourceFolder }: Application, name: string): string | null {
  if (name === 'styles') return null
  if (framework === 'nuxt') return `Nuxt imports it by itself: <${componentName(name)} />.`
  if (!parts.get(name)?.needs.includes('auth-state')) return null
  if (framework !== 'nextjs')
    return 'It reads the session of <AuthProvider session>, which root.tsx has from its loader.'
  const auth = posix.join(sourceFolder, 'lib/auth.ts')
  return existsSync(join(folder, auth))
    ? null
    : `It reads the session by ${auth}, which is not there yet: add the sign-in first.`
}
