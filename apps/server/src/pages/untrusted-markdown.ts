import MarkdownIt, { type Token } from 'markdown-it'
import { digest } from '../crypto/random.ts'

/**
 * Only a full address is a link: a relative one would lead to pages of ours. Credentials in an address
 * (`https://bank.example@other.example`) are there to mislead.
 */
function destinationOf(href: string): URL | null {
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url || url.username || url.password) return null
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url : null
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What is nested deeper is left out by the parser. */
const maxNesting = 100

/** Unlike most others, its time grows with the length of a text and not with the square of it (input-costs.test.ts). */
const parser = new MarkdownIt({ html: false, linkify: true, maxNesting })
// Guessing at addresses without a scheme would read the same words again and again.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
// A definition is hidden from those who accept a text, and a long one would be repeated wherever it is referred to.
parser.disable('reference')
// What leads nowhere is shown by its text alone.
parser.validateLink = () => true

const { rules } = parser.renderer
rules.link_open = (tokens, at) => {
  const url = destinationOfToken(tokens[at])
  return url ? `<a href="${escaped(url.href)}" target="_blank" rel="nofollow noopener noreferrer ugc">` : ''
}
rules.link_close = (tokens, at) => {
  let opening = at
  while (tokens[opening]?.type !== 'link_open') opening--
  const url = destinationOfToken(tokens[opening])
  if (!url) return ''
  const shown = tokens.slice(opening + 1, at).reduce((text, { content }) => text + content, '')
  // Where it leads stands beside it, so that no text can pretend that it leads elsewhere.
  const destination = url.protocol === 'mailto:' ? decodedPath(url) : url.host
  return shown === url.href || shown === destination ? '</a>' : `</a> (<bdi>${escaped(destination)}</bdi>)`
}
// An image would tell its server who reads the text, and can look like anything.
rules.image = (tokens, at) => escaped(tokens[at]?.content ?? '')

const destinationOfToken = (token: Token | undefined): URL | null => destinationOf(String(token?.attrGet('href') ?? ''))

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Headings below the title of the page, none of which leaves out a level. */
function orderHeadings(tokens: readonly Token[]): void {
  let before = 1
  for (const token of tokens) {
    if (token.type === 'heading_open') before = Math.min(Number(token.tag.slice(1)) + 1, before + 1, 6)
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = `h${before}`
  }
}

/**
 * The HTML of Markdown that is not the operator's: tags are shown as text, there are no images, and a link leads to a
 * full address that stands beside it.
 */
export function untrustedHtmlOf(markdown: string): string {
  const tokens = parser.parse(markdown, {})
  // Nothing of a text may be hidden from those who accept it.
  if (tokens.some(({ level }) => level >= maxNesting - 1)) return `<p>${escaped(markdown)}</p>`
  orderHeadings(tokens)
  return parser.renderer.render(tokens, parser.options, {})
}

/** Characters of HTML that are held: of some dozens of the longest texts, of thousands of usual ones. */
const heldCharacters = 10_000_000

/** The same, holding what was read last: members read the same text. */
export function untrustedMarkdownRenderer(limit = heldCharacters): (markdown: string) => string {
  const held = new Map<string, string>()
  let characters = 0
  return (markdown) => {
    const key = digest(markdown)
    const known = held.get(key)
    const html = known ?? untrustedHtmlOf(markdown)
    held.delete(key)
    held.set(key, html)
    if (known === undefined) characters += html.length
    for (const [oldest, { length }] of held) {
      if (characters <= limit) break
      held.delete(oldest)
      characters -= length
    }
    return html
  }
}
