// llms.txt (https://llmstxt.org): what the site has, for programs that read it, in the order and the groups of the sidebar.
import type { DefaultTheme } from 'vitepress'
import { firstSentences } from './markdown.ts'
import type { MarkdownPage } from './plain-markdown.ts'
import { sidebar } from './sidebar.ts'

type Item = DefaultTheme.SidebarItem

const introduction = `# Vestibule

> A self-hosted, passwordless, multi-tenant OpenID Connect provider in TypeScript, with SDKs for Next.js, Nuxt, React Router and Remix.

Every page is Markdown at its address with \`.md\`, and all but the optional ones are in [one file](/llms-full.txt). To add sign-in to an
application, read the page of its framework and nothing else, or install the [skill for coding agents](/skills/vestibule/SKILL.md). The
packages are \`@vestibule/...\`; the names on npm without the scope are somebody else's.`

const optional = ['Attacks', 'Decisions']
const guide = sidebar['/'] as Item[]
const api = sidebar['/api/'] as Item[]

const isOptional = ({ text = '' }: Item): boolean => optional.includes(text)
/** The pages of an item and of what is below it. */
const leaves = (item: Item): Item[] => (item.items ?? [item]).flatMap((each) => (each.items ? leaves(each) : [each]))
const required = (group: Item): Item[] =>
  (group.items ?? []).filter((item) => !isOptional(item)).flatMap((item) => leaves({ items: [item] }))

const sections = (): [title: string, items: Item[]][] => [
  ...guide.map((group): [string, Item[]] => [group.text ?? '', required(group)]),
  ['Operations of the management API', api.flatMap(leaves).filter(({ link }) => link?.startsWith('/api/'))],
  ['Optional', guide.flatMap(({ items = [] }) => items.filter(isOptional)).flatMap(leaves)],
]

const pathOf = ({ link = '' }: Item): string => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`

/** What a page is about: its first sentence, or its headings if that says little. */
function descriptionOf(markdown: string): string {
  const [sentence = ''] = firstSentences(markdown).split(/(?<=\w\W?[.?!]) /)
  if (sentence.length >= 40 && !/^Redirect URI|:$/.test(sentence)) return sentence
  const headings = [...markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^## (.*)$/gm)]
  const text = headings.map(([, heading]) => heading).join('; ')
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(';', 160))} …`
}

/** `llms.txt`: each page with what it is about. */
export function llmsTxt(pages: readonly MarkdownPage[]): string {
  const line = (item: Item): string => {
    const description = descriptionOf(textOf(pages, item))
    return `- [${item.text}](/${pathOf(item)})${description ? `: ${description}` : ''}`
  }
  return `${[introduction, ...sections().map(([title, items]) => `## ${title}\n\n${unique(items).map(line).join('\n')}`)].join('\n\n')}\n`
}

/** `llms-full.txt`: every page that llms.txt does not call optional, one after the other. */
export function llmsFullTxt(pages: readonly MarkdownPage[]): string {
  const listed = unique(sections().flatMap(([title, items]) => (title === 'Optional' ? [] : items)))
  return listed.map((item) => `<!-- /${pathOf(item)} -->\n\n${textOf(pages, item)}`).join('\n')
}

const unique = (items: readonly Item[]): Item[] => [...new Map(items.map((item) => [pathOf(item), item])).values()]

function textOf(pages: readonly MarkdownPage[], item: Item): string {
  const page = pages.find(({ path }) => path === pathOf(item))
  if (!page) throw new Error(`the sidebar lists ${item.link}, which is no page`)
  return page.text
}
