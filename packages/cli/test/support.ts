import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Terminal } from '../src/command.ts'

/** A folder with these files. */
export function projectOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-cli-'))
  writeFiles(folder, files)
  return folder
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

export const manifest = (dependencies: Record<string, string>, more: object = {}): string =>
  JSON.stringify({ name: 'my-app', scripts: { dev: 'dev' }, dependencies, ...more })

/** As create-next-app leaves it, as far as `add` looks at it. */
export const nextProject: Record<string, string> = {
  'package.json': manifest({ next: '16.4.3', react: '19.3.1' }),
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  '.gitignore': '/node_modules\n.env*\n',
  'next.config.ts':
    'import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  cacheComponents: true,\n};\n\nexport default nextConfig;\n',
  'app/layout.tsx':
    'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>\n}\n',
  'app/page.tsx': 'export default function Home() {\n  return <main />\n}\n',
}

/** Every file of a folder. */
export const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )

export function git(folder: string, ...args: string[]): void {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.test', '-c', 'commit.gpgsign=false']
  const { status, stderr } = spawnSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

export const commitAll = (folder: string): void => {
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--no-verify', '--message=Begin')
}

/** A terminal that is read afterwards. `answer`: somebody is there, and answers so. */
export function readTerminal(answer?: boolean): Terminal & { output: string[]; errors: string[]; questions: string[] } {
  const output: string[] = []
  const errors: string[] = []
  const questions: string[] = []
  return {
    output,
    errors,
    questions,
    interactive: answer !== undefined,
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
    confirm: async (question) => {
      questions.push(question)
      return answer === true
    },
  }
}
