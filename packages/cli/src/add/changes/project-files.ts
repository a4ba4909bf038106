import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Project } from '../project/project.ts'
import type { Change } from './change.ts'

/** The files of a project, and what becomes of them. Paths are relative to the folder of the project, with slashes. */
export class ProjectFiles {
  readonly changes: Change[] = []
  readonly #folder: string
  readonly #sources: string
  readonly #typescript: boolean

  constructor({ folder, sourceFolder, typescript }: Project) {
    this.#folder = folder
    this.#sources = sourceFolder
    this.#typescript = typescript
  }

  /** A path below the folder of the sources. */
  inSources(path: string): string {
    return posix.join(this.#sources, path)
  }

  read(path: string): string | null {
    const absolute = join(this.#folder, path)
    return existsSync(absolute) ? readFileSync(absolute, 'utf8') : null
  }

  /** The first of these files that is there. */
  findFile(paths: readonly string[]): string | null {
    return paths.find((path) => existsSync(join(this.#folder, path))) ?? null
  }

  /** The files below a folder. */
  list(path: string): string[] {
    const absolute = join(this.#folder, path)
    if (!existsSync(absolute)) return []
    return readdirSync(absolute, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  }

  /** A module, with the ending that the project uses. */
  moduleName(path: string): string {
    return this.#typescript ? path : path.replace(/\.ts(x?)$/, '.js$1')
  }

  /** The same module with any ending that it may have. */
  findModule(path: string): string | null {
    const base = path.replace(/\.[jt]sx?$/, '')
    return this.findFile(['ts', 'tsx', 'js', 'jsx', 'mjs', 'mts'].map((ending) => `${base}.${ending}`))
  }

  create(path: string, text: string, summary: string): void {
    this.changes.push({ kind: 'create', path, text, summary })
  }

  edit(path: string, text: string, summary: string): void {
    this.changes.push({ kind: 'edit', path, text, summary })
  }

  paste(path: string, lines: string, reason: string): void {
    this.changes.push({ kind: 'paste', path, lines, reason })
  }

  /**
   * A module that is written if nothing is in its place. One that mentions `sign` is taken for what its owner made of ours;
   * anything else is theirs, and they paste the lines.
   */
  createModule(path: string, text: string, { summary, sign }: { summary: string; sign: string }): void {
    const found = this.findModule(path)
    if (found === null) this.create(this.moduleName(path), text, summary)
    else if (!this.read(found)?.includes(sign))
      this.paste(found, text, 'there is such a file already, for something else')
  }
}
