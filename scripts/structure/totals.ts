// The size of the code of the repository: without tests, generated code, and words and documents, which are no code.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countLines, measureFile } from './measure.ts'

const parsed = /\.[cm]?[jt]sx?$/
const code = /\.(?:[cm]?[jt]sx?|vue|css|prisma)$/
const leftOut = /(?:^|\/)(?:tests?|generated)\/|\.test\./

/** The files that git has, and those that were not added yet. */
const filesOf = (root: string): string[] =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((path) => code.test(path) && !leftOut.test(path) && existsSync(join(root, path)))

function sizeOf(root: string, path: string) {
  const file = join(root, path)
  if (parsed.test(path)) return measureFile(root, file)
  return { lines: countLines(readFileSync(file, 'utf8')), statements: 0 }
}

/** The lines and statements of the server and of everything. */
export function totals(root: string): string {
  const sizes = filesOf(root).map((path) => ({ path, ...sizeOf(root, path) }))
  const row = (name: string, prefix: string) => {
    const inside = sizes.filter(({ path }) => path.startsWith(prefix))
    const sum = (part: 'lines' | 'statements') => inside.reduce((total, size) => total + size[part], 0)
    return `${name}: ${inside.length} files, ${sum('lines')} lines, ${sum('statements')} statements`
  }
  return [row('apps/server/src', 'apps/server/src/'), row('repository', '')].join('\n')
}
