import type { Words } from '../words/index.ts'

/** The words of the button. */
export type CopyWords = Pick<Words['lists'], 'copy' | 'copied'>

/** Copies the text of the element before it. A script shows it (browser/page.ts). `about`: part of its accessible name. */
export const Copy = ({ words, about }: { words: CopyWords; about?: string }) => (
  <button
    type="button"
    class="copy"
    hidden
    title={words.copy}
    aria-label={about ? `${words.copy}: ${about}` : words.copy}
    data-copied={words.copied}
  ></button>
)
