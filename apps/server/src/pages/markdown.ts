import { Marked } from 'marked'

/** The schemes that a link may have. A link with any other, such as `javascript:`, becomes plain text. */
const schemes = new Set(['https:', 'http:', 'mailto:', 'tel:'])

/** Parsed as browsers do, which ignore tabs and line breaks and resolve relative addresses. */
const isSafe = (href: string): boolean => {
  try {
    return schemes.has(new URL(href, 'https://example.com').protocol)
  } catch {
    return false
  }
}

const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      return isSafe(href) ? false : this.parser.parseInline(tokens)
    },
    image({ href, text }) {
      return isSafe(href) ? false : text
    },
  },
})

/** The HTML of an operator's Markdown: tags are shown as text, and only safe links remain links. */
export const htmlOf = (markdown: string): string =>
  marked.parse(markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), { async: false })
