import type { Words } from '../../words/index.ts'
import type { AccountFrame } from '../account/layout.tsx'
import { samplePageNames, titleOfSample } from '../sample-pages.tsx'

/** The pages and mails that a draft can be seen on. */
export const previewNames = [...samplePageNames, 'mail-code', 'mail-invitation'] as const
type PreviewName = (typeof previewNames)[number]

const titleOf = (words: Words, name: PreviewName): string => {
  const { themes } = words.console
  if (name === 'mail-code') return themes.mailWithCode
  return name === 'mail-invitation' ? themes.mailWithInvitation : titleOfSample(words, name, themes.sampleApplication)
}

/** Links to the real pages in the look of the draft. They open as pages, because our pages can't be framed. */
export const PreviewLinks = ({ frame: { words }, address }: { frame: AccountFrame; address: string }) => {
  const { themes } = words.console
  const kinds = [
    { label: themes.light, query: 'scheme=light' },
    { label: themes.dark, query: 'scheme=dark' },
    { label: themes.rightToLeft, query: 'scheme=light&dir=rtl' },
  ]
  return (
    <>
      <h2>{themes.previews}</h2>
      <ul class="rows">
        {previewNames.map((name) => (
          <li>
            <div>{titleOf(words, name)}</div>
            <div class="side-by-side">
              {kinds.map(({ label, query }) => (
                <a href={`${address}/preview/${name}?${query}`} aria-label={`${titleOf(words, name)}: ${label}`}>
                  {label}
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
