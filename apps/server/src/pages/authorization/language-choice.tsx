import type { LanguageName, Words } from '../../words/index.ts'

export interface LanguageChoiceProps {
  words: Words
  /** Those to choose from, the one of the page among them. */
  languages: readonly LanguageName[]
  action: string
  /** The page to return to. */
  back: string
}

/** Every language by its own name, folded away: whoever needs it can't read the page. Works without scripts. */
export const LanguageChoice = ({ words, languages, action, back }: LanguageChoiceProps) => (
  <details class="languages">
    <summary>
      <span class="sr-only">{words.me.profile.locale}: </span>
      {languages.find(({ tag }) => tag === words.lang)?.name ?? words.lang}
    </summary>
    <form method="post" action={action}>
      <input type="hidden" name="back" value={back} />
      {languages
        .filter(({ tag }) => tag !== words.lang)
        .map(({ tag, name }) => (
          <button type="submit" name="language" value={tag} lang={tag} class="secondary">
            {name}
          </button>
        ))}
    </form>
  </details>
)
