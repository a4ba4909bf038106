import { Marked, type Token, type Tokens } from 'marked'

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

const marked = new Marked({
  renderer: {
    link({ href, tokens, text }) {
      const shown = this.parser.parseInline(tokens)
      const url = destinationOf(href)
      if (!url) return shown
      const link = `<a href="${escaped(url.href)}" target="_blank" rel="nofollow noopener noreferrer ugc">${shown}</a>`
      // Where it leads stands beside it, so that no text can pretend that it leads elsewhere.
      const destination = url.protocol === 'mailto:' ? decodedPath(url) : url.host
      return text === url.href || text === destination ? link : `${link} (<bdi>${escaped(destination)}</bdi>)`
    },
    // An image would tell its server who reads the text, and can look like anything.
    image: ({ text }) => escaped(text),
    html: ({ text }) => escaped(text),
    checkbox: () => '',
  },
})

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Headings below the title of the page, none of which leaves out a level. */
function orderHeadings(tokens: readonly Token[], before: { depth: number }): void {
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading
      heading.depth = Math.min(heading.depth + 1, before.depth + 1, 6)
      before.depth = heading.depth
    }
    if ('tokens' in token && token.tokens) orderHeadings(token.tokens, before)
    if (token.type === 'list') orderHeadings((token as Tokens.List).items, before)
  }
}

/**
 * The HTML of Markdown that is not the operator's: tags are shown as text, there are no images, and a link leads to a
 * full address that stands beside it.
 */
export function untrustedHtmlOf(markdown: string): string {
  try {
    const tokens = marked.lexer(markdown)
    orderHeadings(tokens, { depth: 1 })
    return marked.parser(tokens)
  } catch {
    // Nested too deeply for the parser, which calls itself. Such a text is refused before it is published.
    return `<p>${escaped(markdown)}</p>`
  }
}

/** How many texts are held. */
const heldTexts = 20

/** The same, holding the last texts: parsing takes long if somebody wants it to, and members read the same one. */
export function untrustedMarkdownRenderer(): (markdown: string) => string {
  const held = new Map<string, string>()
  return (markdown) => {
    const html = held.get(markdown) ?? untrustedHtmlOf(markdown)
    held.delete(markdown)
    held.set(markdown, html)
    const [oldest] = held.keys()
    if (held.size > heldTexts && oldest !== undefined) held.delete(oldest)
    return html
  }
}
