import MarkdownIt, { type Token } from 'markdown-it'

/** The schemes that a link may have. A link with any other, such as `javascript:`, becomes plain text. */
const schemes = new Set(['https:', 'http:', 'mailto:', 'tel:'])

/** Parsed as browsers do, which ignore tabs and line breaks and resolve relative addresses. */
const isSafe = (href: string): boolean =>
  URL.canParse(href, 'https://example.com') && schemes.has(new URL(href, 'https://example.com').protocol)

const parser = new MarkdownIt({ html: false, linkify: true })
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
parser.validateLink = () => true

const { rules } = parser.renderer
const { image } = rules
const addressOf = (token: Token | undefined, name: string): string => String(token?.attrGet(name) ?? '')
rules.link_open = (tokens, at, options, _, renderer) =>
  isSafe(addressOf(tokens[at], 'href')) ? renderer.renderToken(tokens, at, options) : ''
rules.link_close = (tokens, at, options, _, renderer) => {
  let opening = at
  while (tokens[opening]?.type !== 'link_open') opening--
  return isSafe(addressOf(tokens[opening], 'href')) ? renderer.renderToken(tokens, at, options) : ''
}
rules.image = (tokens, at, options, env, renderer) =>
  isSafe(addressOf(tokens[at], 'src'))
    ? (image?.(tokens, at, options, env, renderer) ?? '')
    : parser.utils.escapeHtml(tokens[at]?.content ?? '')

/** The HTML of an operator's Markdown: tags are shown as text, and only safe links remain links. */
export const htmlOf = (markdown: string): string => parser.render(markdown)
