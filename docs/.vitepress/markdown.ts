// What the site makes of the Markdown that GitHub shows as it is.
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

const docs = join(import.meta.dirname, '..')

/** Where GitHub shows a file, by its path in this folder. */
export const inRepository = (path: string): string =>
  `https://github.com/vestibule-id/vestibule/blob/main/${posix.join('docs', path)}`

/** A link to a file of the repository outside this folder leads to the repository. */
function outside(page: string, href: string): string | null {
  if (/^[a-z]+:|^[#/]/.test(href)) return null
  const target = posix.join(posix.dirname(page), href)
  return target.startsWith('../') ? inRepository(target) : null
}

export function linkToRepository(md: MarkdownRenderer): void {
  const render =
    md.renderer.rules.link_open ?? ((tokens, index, options, _env, self) => self.renderToken(tokens, index, options))
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index]
    const href = token && outside(env.relativePath, token.attrGet('href') ?? '')
    if (href) token.attrSet('href', href)
    return render(tokens, index, options, env, self)
  }
}

/** A picture `*-light.png` is shown on light pages, and `*-dark.png` beside it on dark ones. */
export function picturesOfBothThemes(md: MarkdownRenderer): void {
  const render = md.renderer.rules.image
  if (!render) return
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index]
    const source = token?.attrGet('src') ?? ''
    const dark = source.replace(/-light\.png$/, '-dark.png')
    if (!token || dark === source || !existsSync(join(docs, posix.dirname(env.relativePath), dark)))
      return render(tokens, index, options, env, self)
    return [
      ['light-only', source],
      ['dark-only', dark],
    ]
      .map(([name = '', path = '']) => {
        token.attrSet('class', name)
        token.attrSet('src', path)
        return render(tokens, index, options, env, self)
      })
      .join('')
  }
}

/**
 * `<!-- tabs -->` and `<!-- /tabs -->` make tabs of the blocks between them. The line before each, such as "Next.js,
 * `app/page.tsx`:", becomes the name of its tab.
 */
export function tabs(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'tabs', (state) => {
    state.src = state.src.replaceAll(/<!-- tabs -->\n([\s\S]*?)<!-- \/tabs -->/g, (_all, blocks: string) => {
      const named = blocks.replaceAll(/^(\w.*?)(?:, `[^`]+`)?:\n\n```(\w+)[^\n]*/gm, '```$2 [$1]')
      return `::: code-group\n${named}\n:::`
    })
  })
}

/** What a search engine or a chat shows of a page: the beginning of its first paragraph, as text. */
export function firstSentences(markdown: string): string {
  const [, paragraph = ''] = /^# .*\n+(?:> .*\n+)?(\w[^|]*?)\n\n/m.exec(markdown) ?? []
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|\b_|_\b/g, '')
    .replaceAll(/\s+/g, ' ')
  // A setting such as a redirect URI describes nothing.
  if (text.length < 60) return ''
  return text.length <= 200 ? text : `${text.slice(0, text.lastIndexOf(' ', 199))} …`
}
