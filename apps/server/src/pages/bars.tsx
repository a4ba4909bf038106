import { dateFormat } from '../words/dates.ts'
import type { Words } from '../words/index.ts'

export interface ImpersonationBarProps {
  words: Words
  impersonation: { person: string; application: string; reason: string; until: Date; stopPath: string }
}

/** Above every page of ours in the browser of an operator who acts as somebody else. */
export const ImpersonationBar = ({ words, impersonation }: ImpersonationBarProps) => {
  const { person, application, reason, until, stopPath } = impersonation
  const texts = words.console.impersonation
  return (
    <aside class="bar" aria-label={texts.title}>
      <span>
        <strong>{texts.actingAs({ person, application })}</strong> {texts.because({ reason })}{' '}
        {texts.until({ time: timeOf(words, until) })}
      </span>
      <form method="post" action={stopPath}>
        <button type="submit" class="secondary small">
          {texts.stop}
        </button>
      </form>
    </aside>
  )
}

/** A page of sign-in knows no time zone of its operator. */
const timeOf = ({ lang }: Words, at: Date): string =>
  `${dateFormat(lang, { timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

export interface SampleBarProps {
  words: Words
  sample: {
    /** The page that shows what there is. */
    back: string
    pages: readonly { title: string; href: string; current: boolean }[]
  }
}

/** Above every page with sample data: what it is, the other pages, and the way back. */
export const SampleBar = ({ words: { console }, sample: { back, pages } }: SampleBarProps) => (
  <aside class="bar" aria-label={console.themes.previews}>
    <strong>{console.preview.sample}</strong>
    {pages.map(({ title, href, current }) => (
      <a href={href} aria-current={current ? 'page' : undefined}>
        {title}
      </a>
    ))}
    <a href={back}>{console.sections.preview}</a>
  </aside>
)
