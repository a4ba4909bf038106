import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The fenced code blocks of the documentation, for the tests that run them.

const root = join(import.meta.dirname, '../..')

export interface Block {
  /** Path of the page in the repository. */
  page: string
  /** Number of the line that opens the block. */
  line: number
  language: string
  /** `title="..."` of the opening line: the file that the reader writes, below the name of the application. */
  title: string | null
  /** The heading that it is under. */
  heading: string
  /** The lines before it, the nearest first, without empty ones. */
  before: string[]
  text: string
}

const isDocumentation = (path: string): boolean =>
  /^docs\//.test(path) || /^[A-Z_]+\.md$/.test(path) || /^(packages|examples)\/[^/]+\/README\.md$/.test(path)

/** The pages that people read. */
export const documentationPages = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => isDocumentation(path) && !path.includes('CHANGELOG') && existsSync(join(root, path)))
    .toSorted()

/** The blocks of a page. A block inside a list is indented like its list. */
export function blocksOf(page: string): Block[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const blocks: Block[] = []
  let heading = ''
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
    const [, indent, fence = '', info = ''] = /^( *)(`{3,})(.*)$/.exec(line) ?? []
    if (indent === undefined) continue
    const end = lines.indexOf(indent + fence, index + 1)
    if (end < 0) throw new Error(`${page}:${index + 1}: the block has no end`)
    blocks.push({
      page,
      line: index + 1,
      language: info.split(' ')[0] ?? '',
      title: /title="([^"]*)"/.exec(info)?.[1] ?? null,
      heading,
      before: lines.slice(0, index).filter(Boolean).toReversed().slice(0, 3),
      text: `${lines
        .slice(index + 1, end)
        .map((text) => text.slice(indent.length))
        .join('\n')}\n`,
    })
    index = end
  }
  return blocks
}

/** The first block of a language under a heading, as a test runs it. */
export function blockUnder(page: string, heading: string, language?: string): string {
  const block = blocksOf(page).find((each) => each.heading === heading && (!language || each.language === language))
  if (!block) throw new Error(`${page} has no block under "${heading}"`)
  return block.text
}

/** The lines of a block of commands: without comments, and with continued lines joined. */
export const commandLines = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean)

/** Whether a block of commands only sets variables. */
export const isVariables = (text: string): boolean =>
  commandLines(text).every((line) => /^(export )?[A-Z][A-Z0-9_]*=/.test(line))
