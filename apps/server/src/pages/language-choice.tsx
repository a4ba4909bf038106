import type { Words } from './words/index.ts'
import { locales } from './words/index.ts'
import { languageNames } from './words/languages.ts'

export interface LanguageChoiceProps {
  words: Words
  action: string
  /** The page to return to. */
  back: string
}

const nameOf = (tag: string): string => languageNames[tag] ?? tag

/** Every language by its own name, folded away: whoever needs it can't read the page. Works without scripts. */
export const LanguageChoice = ({ words, action, back }: LanguageChoiceProps) => (
  <details class="languages">
    <summary>
      <span class="sr-only">{words.me.profile.locale}: </span>
      {nameOf(words.lang)}
    </summary>
    <form method="post" action={action}>
      <input type="hidden" name="back" value={back} />
      {locales
        .filter((tag) => tag !== words.lang)
        .map((tag) => (
          <button type="submit" name="language" value={tag} lang={tag} class="secondary">
            {nameOf(tag)}
          </button>
        ))}
    </form>
  </details>
)
