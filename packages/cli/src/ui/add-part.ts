import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { CommandError } from '../command.ts'
import { componentName, fileOf, filesOf, parts } from './parts.ts'
import { styleFolderOf } from './registry.ts'
import { type Application, aliasOf, componentFolderOf, importPath, pathWithin } from './source-paths.ts'

export interface AddPartOptions extends Application {
  /** The name of a part, such as `user-button`. */
  part: string
  /** The folder of the files of the parts, `ui/` of this package. */
  uiFolder: string
  /** Where the component goes, relative, instead of where the application has its components. */
  target?: string
  /** Overwrites files that differ. */
  force?: boolean
}

export interface AddedPart {
  /** Paths below the folder of the application. */
  written: string[]
  unchanged: string[]
  /** The line with which a file of the application imports the part; null where the framework does it. */
  importLine: string | null
  /** What is still to be done, in sentences. */
  notes: string[]
}

/**
 * Copies a part and those that it needs into an application. A file that is there with other content is not touched, and then
 * nothing is written.
 *
 * @throws CommandError for an unknown part and for files that differ
 */
export function addPart(options: AddPartOptions): AddedPart {
  const { folder, force = false } = options
  const files = filesToWrite(options)
  const existing = files.map((file) => ({ ...file, before: contentOf(join(folder, file.path)) }))
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
    importLine: importLineOf(options, files[0]?.path ?? ''),
    notes: notesOf(options),
  }
}

const contentOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

function filesToWrite(options: AddPartOptions): { path: string; text: string }[] {
  const { part, framework, uiFolder, folder, sourceFolder, target } = options
  const found = parts.get(part)
  const paths = found ? filesOf(found, framework) : []
  if (!found || !fileOf(found, framework))
    throw new CommandError(
      `There is no part "${part}" for this framework. There are ${namesFor(options).join(', ')}.`,
      2,
    )
  const styles = posix.join(sourceFolder, posix.relative(sourceFolder && 'app', styleFolderOf(framework)))
  const into = pathWithin(folder, target ?? (part === 'styles' ? styles : componentFolderOf(options)))
  return paths.map((path) => {
    const text = readFileSync(join(uiFolder, path), 'utf8')
    const place = posix.join(into, basename(path))
    return { path: place, text: withImportOfAuth(options, place, text) }
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

function importLineOf(options: AddPartOptions, path: string): string | null {
  if (options.part === 'styles') {
    return options.framework === 'nuxt'
      ? `css: ['${importPath(options, path)}'], // in nuxt.config.ts`
      : `import '${importPath(options, path)}'`
  }
  if (options.framework === 'nuxt') return null
  return `import { ${componentName(options.part)} } from '${importPath(options, path)}'`
}

function notesOf({ folder, framework, sourceFolder, part }: AddPartOptions): string[] {
  if (part === 'styles' || part === 'sign-up-link') return []
  if (framework === 'nuxt') return [`Nuxt imports it by itself: <${componentName(part)} />.`]
  if (framework !== 'nextjs')
    return ['The part reads the session of <AuthProvider session>, from a loader of root.tsx: see docs/ui.md.']
  const auth = posix.join(sourceFolder, 'lib/auth.ts')
  return existsSync(join(folder, auth)) ? [] : [`The part reads the session by ${auth}, which is not there yet: add the sign-in first.`]
}
