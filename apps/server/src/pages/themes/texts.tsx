import type { Words } from '../../words/index.ts'
import { patternOf } from '../../words/message.ts'
import { Select } from '../fields.tsx'
import { Problem } from '../layout.tsx'
import type { ThemePage } from './theme-page.ts'

interface TextsPageProps extends ThemePage {
  ownerName: string
  revision: string
  mayChange: boolean
  language: string
  /** Languages by their code. */
  languages: readonly { value: string; label: string }[]
  texts: readonly { key: string; value: string; limit: number }[]
  /** Our words in that language. */
  defaults: Words
  problems: Partial<Record<string, string>>
  notice: string | null
}

/** Our own text for each key, with its placeholders, to start from. */
const defaultsOf = ({ email, code, termsStep, profile, organization }: Words): Record<string, string> => ({
  sign_in_title: email.title,
  sign_in_intro: email.intro,
  sign_up_title: email.createTitle,
  code_title: code.title,
  code_intro: patternOf(code.intro),
  terms_title: termsStep.title,
  terms_intro: patternOf(termsStep.intro, { brand: 'name' }),
  profile_title: profile.title,
  profile_intro: profile.intro,
  organization_title: organization.title,
  organization_intro: patternOf(organization.intro),
})

export const ThemeTextsPage = ({ frame, PageLayout, address, revision, language, ...props }: TextsPageProps) => {
  const words = frame.words.console.themes
  const defaults = defaultsOf(props.defaults)
  return (
    <PageLayout title={words.texts} owner={props.ownerName} notice={props.notice}>
      <form method="get" action={`${address}/texts`}>
        <Select name="language" label={words.language} value={language} choices={props.languages} />
        <button type="submit" class="secondary">
          {words.show}
        </button>
      </form>
      <p class="quiet">{words.textsIntro}</p>
      <form method="post" action={`${address}/texts`} novalidate>
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="language" value={language} />
        {props.texts.map(({ key, value, limit }) => (
          <div class="field">
            <label for={key} lang={language} dir={props.defaults.dir}>
              {defaults[key] ?? words.footer}
            </label>
            <textarea
              id={key}
              name={key}
              rows={limit > 200 ? 3 : 1}
              maxlength={limit * 2}
              lang={language}
              dir={props.defaults.dir}
              aria-invalid={props.problems[key] ? 'true' : undefined}
              aria-describedby={props.problems[key] ? `${key}-problem` : undefined}
            >
              {value}
            </textarea>
            <Problem id={`${key}-problem`} text={props.problems[key]} />
          </div>
        ))}
        {props.mayChange && (
          <button type="submit" class="primary">
            {words.saveDraft}
          </button>
        )}
      </form>
      <p class="quiet">
        <a href={address}>{frame.words.console.sections.themes}</a>
      </p>
    </PageLayout>
  )
}
