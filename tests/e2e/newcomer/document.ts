import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FrameworkName } from './project.ts'

const read = (page: string) => readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8')

/** What the page of a framework, such as docs/nextjs.md, tells its reader: files to write, and the package to install. */
export interface QuickStart {
  files: Map<string, string>
  install: readonly [string, ...string[]]
}

function filesIn(page: string, framework: FrameworkName): Map<string, string> {
  const blocks = [...read(page).matchAll(/^```\w+ title="([\w-]+?)\/([^"]+)"\n([\s\S]*?)^```/gm)]
  const files = new Map(blocks.filter(([, of]) => of === framework).map(([, , path = '', text = '']) => [path, text]))
  if (files.size === 0) throw new Error(`docs/${page} has no file for ${framework}`)
  return files
}

/** The files of docs/organizations.md, in an application of the quick-start that has a database. */
export const organizationFiles = (): Map<string, string> =>
  new Map([
    ...filesIn('organizations.md', 'nextjs'),
    [
      'lib/database.ts',
      'export const db = { invoice: { findMany: async (query: object): Promise<object[]> => [query] } }\n',
    ],
  ])

export function quickStartOf(framework: FrameworkName): QuickStart {
  const page = `${framework}.md`
  const files = filesIn(page, framework)
  const [, name] = /^# after the first release: npm install (\S+)$/m.exec(read(page)) ?? []
  if (!name) throw new Error(`docs/${page} installs nothing`)
  const [, more] = /^npm install --save-dev (\S+)$/m.exec(read(page)) ?? []
  return { files, install: ['npm', 'install', name, ...(more ? [more] : [])] }
}

export function writeFiles(folder: string, files: Map<string, string>): void {
  for (const [title, text] of files) {
    // `(add)`: a line for a file that the project has.
    const path = title.replace(' (add)', '')
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path === title) writeFileSync(join(folder, path), text)
    else appendFileSync(join(folder, path), text)
  }
}

/** The variables of a file like `.env`. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
