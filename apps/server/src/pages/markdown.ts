import { Marked } from 'marked'

/** What a link may lead to. Anything else, such as `javascript:`, becomes plain text. */
const schemes = new Set(['https:', 'http:', 'mailto:', 'tel:'])

/** Read as a browser reads it: it drops tabs and line breaks, and knows relative addresses. */
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

/** HTML of an operator's Markdown: every tag in it is shown as text, and a link leads only where a link may. */
export const htmlOf = (markdown: string): string =>
  marked.parse(markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), { async: false })
