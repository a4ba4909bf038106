import type { Words } from '../../words/index.ts'
import type { AccountFrame } from '../account/layout.tsx'
import { type Choice, Select } from '../fields.tsx'
import { samplePageNames, titleOfSample } from '../sample-pages.tsx'

/** The pages and mails that a draft can be seen on. */
export const previewNames = [...samplePageNames, 'mail-code', 'mail-invitation'] as const
type PreviewName = (typeof previewNames)[number]

const titleOf = (words: Words, name: PreviewName): string => {
  const { themes } = words.console
  if (name === 'mail-code') return themes.mailWithCode
  return name === 'mail-invitation' ? themes.mailWithInvitation : titleOfSample(words, name, themes.sampleApplication)
}

interface PreviewProps {
  frame: AccountFrame
  address: string
  /** Languages by their code. */
  languages: readonly Choice[]
}

/**
 * The real pages in the look of the draft, in a frame. The form leads into the frame, so choosing another page loses nothing
 * that was typed beside it, without a script too.
 */
export const Preview = ({ frame: { words }, address, languages }: PreviewProps) => {
  const { themes } = words.console
  const first = new URLSearchParams({ page: previewNames[0], scheme: 'light', language: words.lang })
  return (
    <section class="theme-preview" aria-labelledby="preview">
      <h2 id="preview">{themes.previews}</h2>
      <form
        method="get"
        action={`${address}/preview`}
        target="theme-preview"
        class="theme-choices"
        data-theme-preview=""
      >
        <Select
          name="page"
          label={themes.page}
          choices={previewNames.map((value) => ({ value, label: titleOf(words, value) }))}
        />
        <Select
          name="scheme"
          label={themes.appearance}
          choices={[
            { value: 'light', label: themes.light },
            { value: 'dark', label: themes.dark },
          ]}
        />
        <Select name="language" label={themes.language} value={words.lang} choices={languages} />
        <div class="side-by-side">
          <button type="submit" class="secondary small" data-theme-show="">
            {themes.show}
          </button>
          <button type="submit" class="secondary small" formtarget="_blank">
            {themes.openPreview}
          </button>
        </div>
      </form>
      <iframe
        name="theme-preview"
        title={themes.previews}
        src={`${address}/preview?${first}`}
        sandbox="allow-same-origin"
      ></iframe>
    </section>
  )
}
