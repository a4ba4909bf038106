// What a program reads instead of a page: the same Markdown at the page's address with `.md`, without what only VitePress knows.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { SiteConfig } from 'vitepress'
import { parse } from 'yaml'
import { llmsFullTxt, llmsTxt } from './llms.ts'
import { inRepository } from './markdown.ts'

const docs = join(import.meta.dirname, '..')
const fence = /^( *)(`{3,})[\s\S]*?^\1\2$/gm

export interface MarkdownPage {
  /** Its path on the site, such as `guides/index.md`. */
  path: string
  text: string
}

type Rewrites = Readonly<Record<string, string | undefined>>

/** Writes every page as Markdown, `llms.txt`, `llms-full.txt` and the skills. The hook `buildEnd` of VitePress. */
export function writePlainMarkdown({ outDir, pages, rewrites }: SiteConfig): void {
  const written = pages.map((page) => plainMarkdown(page, pages, rewrites.map))
  for (const { path, text } of written) write(join(outDir, path), text)
  write(join(outDir, 'llms.txt'), llmsTxt(written))
  write(join(outDir, 'llms-full.txt'), llmsFullTxt(written))
  cpSync(join(docs, 'skills'), join(outDir, 'skills'), { recursive: true })
}

/** A page as plain Markdown. `pages` are all pages by their path in this folder, `rewrites` those whose path on the site differs. */
export function plainMarkdown(page: string, pages: readonly string[], rewrites: Rewrites): MarkdownPage {
  const source = withIncludes(page)
  const [, settings = '', body = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const text = (settings ? homeText(parse(settings)) : '') + body
  const link = linkFrom(page, pages, rewrites)
  return { path: rewrites[page] ?? page, text: `${outsideBlocks(text, (part) => plain(part, link)).trim()}\n` }
}

function withIncludes(page: string): string {
  const text = readFileSync(join(docs, page), 'utf8')
  return text.replaceAll(/<!--@include: (\S+?)(?:#([\w-]+))?-->/g, (_all, path: string, region: string | undefined) => {
    const included = readFileSync(join(docs, posix.join(posix.dirname(page), path)), 'utf8')
    if (!region) return included.trim()
    const [, part] =
      new RegExp(`<!-- #region ${region} -->\n([\\s\\S]*?)\n<!-- #endregion ${region} -->`).exec(included) ?? []
    if (part === undefined) throw new Error(`${page} includes ${path}#${region}, which is not there`)
    return part
  })
}

/** The front matter of the first page, which its layout shows. */
function homeText({ hero, features }: HomePage): string {
  const items = features.map(({ title, details, link }) => `- [${title}](.${link}.md): ${details}`)
  return `# ${hero.name}: ${hero.text}\n\n${hero.tagline}\n\n${items.join('\n')}\n`
}

interface HomePage {
  hero: { name: string; text: string; tagline: string }
  features: { title: string; details: string; link: string }[]
}

/** Applies `change` to everything but the blocks of code, whose opening line keeps its language alone. */
function outsideBlocks(text: string, change: (part: string) => string): string {
  let end = 0
  let changed = ''
  for (const { 0: block, index } of text.matchAll(fence)) {
    changed += change(text.slice(end, index)) + block.replace(/^( *`+\w*).*/, '$1')
    end = index + block.length
  }
  return changed + change(text.slice(end))
}

const plain = (text: string, link: (href: string) => string): string =>
  text
    .replaceAll(/^<!--.*?-->\n/gms, '')
    .replaceAll(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll(/\]\(([^)\s]+)\)/g, (_all, href: string) => `](${link(href)})`)

/** Makes a link of a page one to Markdown, or to the repository if the site does not have its target. */
function linkFrom(page: string, pages: readonly string[], rewrites: Rewrites): (href: string) => string {
  const here = rewrites[page] ?? page
  return (href) => {
    if (/^[a-z]+:|^#/.test(href)) return href
    const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? []
    const target = posix.join(posix.dirname(page), path)
    const known = [target, `${target}.md`, posix.join(target, 'index.md')].find((each) => pages.includes(each))
    return known
      ? posix.relative(posix.dirname(here), rewrites[known] ?? known) + anchor
      : inRepository(target) + anchor
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  // A page would hide a file of docs/public.
  if (existsSync(path)) throw new Error(`${path} is there already`)
  writeFileSync(path, text)
}
