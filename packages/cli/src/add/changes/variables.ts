import { spawnSync } from 'node:child_process'
import type { FrameworkName, Project } from '../project/project.ts'
import type { ProjectFiles } from './project-files.ts'

export type Variables = Readonly<Record<string, string>>

/** Where the framework's development command reads variables from that are not committed. */
export const variablesFile = (framework: FrameworkName): string => (framework === 'nextjs' ? '.env.local' : '.env')

/** Our variables in the files that the framework reads. The first file that has a variable wins. */
export function readVariables(files: ProjectFiles): Variables {
  const found: Record<string, string> = {}
  for (const path of ['.env.development.local', '.env.local', '.env.development', '.env'])
    for (const line of (files.read(path) ?? '').split('\n')) {
      const match = /^\s*(?:export\s+)?(VESTIBULE_[A-Z_]+)\s*=(.*)$/.exec(line)
      if (match?.[1] && !(match[1] in found)) found[match[1]] = unquoted(match[2] ?? '')
    }
  return found
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value.trim())?.[2] ?? value.trim()

/** Adds variables that no file has yet. Those that are there are never changed. */
export function planVariables(project: Project, files: ProjectFiles, variables: Variables): void {
  const existing = readVariables(files)
  const missing = Object.entries(variables).filter(([name]) => !(name in existing))
  if (missing.length === 0) return
  const path = variablesFile(project.framework)
  const before = files.read(path)
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('')
  const summary = missing.map(([name, value]) => `${name}=${value}`).join(', ')
  if (before === null) files.create(path, lines, summary)
  else files.edit(path, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`, summary)
  planIgnored(project, files, path)
}

/** A file of variables gets a secret sooner or later: Git must not see it. */
function planIgnored({ folder }: Project, files: ProjectFiles, path: string): void {
  const { status, error } = spawnSync('git', ['check-ignore', '--quiet', path], { cwd: folder })
  // 0: ignored; 1: not; 128: no repository.
  const text = files.read('.gitignore') ?? ''
  if (status === 0 || text.split('\n').some((line) => ['.env*', '.env', path].includes(line.trim()))) return
  if (error || (status !== 1 && text === '')) return
  const added = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${path}\n`
  if (text === '') files.create('.gitignore', added, path)
  else files.edit('.gitignore', added, path)
}
