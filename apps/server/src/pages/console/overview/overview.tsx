import { ActForm } from '../../act-form.tsx'
import { Technical } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import type { Series } from './bars.ts'
import { Chart } from './chart.tsx'

/** Something that an operator should look at. */
export interface Notice {
  text: string
  /** The page that says more, and its name. */
  href: string
  page: string
  /** What can be done about it at once: a button of a form that asks first. */
  act?: { action: string; act: string; label: string; about: string }
}

/** A number of today, and the page that says more. */
export interface NumberTile {
  label: string
  value: string
  /** The number of a week ago, in words. */
  compared: string | null
  href: string
  /** It counts what went wrong. */
  bad: boolean
}

/** What is unwise in the configuration: in the language of the page where it has a name, otherwise in English. */
interface Warning {
  text: string
  named?: { name: 'noTerms' | 'noSmtp' | 'noProxy' } | { name: 'noPkce'; client: string }
}

interface ChartsProps {
  frame: ConsoleFrame
  days: readonly string[]
  ranges: readonly number[]
  range: number
  signIns: readonly Series[]
  failures: readonly Series[]
}

interface OverviewPageProps extends ChartsProps {
  numbers: readonly NumberTile[]
  notices: readonly Notice[]
  warnings: readonly Warning[]
  version: string
}

export const OverviewPage = (props: OverviewPageProps) => {
  const { frame, numbers, notices, warnings, version } = props
  const words = frame.words.console.overview
  return (
    <ConsoleLayout frame={frame} section="overview">
      <Notices frame={frame} notices={notices} />
      <h2>{words.today}</h2>
      <Numbers numbers={numbers} />
      <h2>{words.signIns}</h2>
      <Charts {...props} address={`${frame.base}/admin`} />
      <Warnings frame={frame} warnings={warnings} />
      <p class="quiet">
        {words.utc} · <Technical>{`Vestibule ${version}`}</Technical>
      </p>
    </ConsoleLayout>
  )
}

/** The same charts for one application. */
export const ApplicationSignInsPage = (props: ChartsProps & { application: { name: string; href: string } }) => {
  const { frame, application } = props
  const words = frame.words.console.overview
  return (
    <ConsoleLayout
      frame={frame}
      section="applications"
      title={words.signIns}
      above={[{ href: application.href, label: application.name }]}
    >
      <Charts {...props} address={`${application.href}/sign-ins`} />
      <p class="quiet">{words.utc}</p>
    </ConsoleLayout>
  )
}

const Charts = ({ frame, address, days, ranges, range, signIns, failures }: ChartsProps & { address: string }) => {
  const words = frame.words.console.overview
  return (
    <>
      <p class="ranges">
        {ranges.map((count) => (
          <a href={`${address}?days=${count}`} aria-current={count === range ? 'page' : undefined}>
            {words.lastDays({ count })}
          </a>
        ))}
      </p>
      <Chart frame={frame} id="sign-ins" title={words.byMethod} days={days} series={signIns} />
      <Chart frame={frame} id="failures" title={words.byReason} days={days} series={failures} />
    </>
  )
}

const Notices = ({ frame, notices }: Pick<OverviewPageProps, 'frame' | 'notices'>) => {
  const words = frame.words.console.overview
  if (notices.length === 0)
    return (
      <p>
        <Status kind="good">{words.nothing}</Status>
      </p>
    )
  return (
    <>
      <h2>{words.attention}</h2>
      <ul class="notices">
        {notices.map(({ text, href, page, act }) => (
          <li>
            <Status kind="warning">
              <bdi>{text}</bdi>
            </Status>
            <a href={href}>{page}</a>
            {act && <ActForm {...act} />}
          </li>
        ))}
      </ul>
    </>
  )
}

const Numbers = ({ numbers }: Pick<OverviewPageProps, 'numbers'>) => (
  <ul class="numbers">
    {numbers.map(({ label, value, compared, href, bad }) => (
      <li class={bad ? 'bad' : undefined}>
        <a href={href}>
          {label} <strong>{value}</strong> {compared && <small>{compared}</small>}
        </a>
      </li>
    ))}
  </ul>
)

const Warnings = ({ frame, warnings }: Pick<OverviewPageProps, 'frame' | 'warnings'>) => {
  const words = frame.words.console.overview
  if (warnings.length === 0) return null
  const untranslated = frame.words.lang !== 'en' && warnings.some(({ named }) => !named)
  return (
    <>
      <h2>{words.configuration}</h2>
      <details>
        <summary>{words.warnings({ count: warnings.length })}</summary>
        <ul class="notices">
          {warnings.map((warning) => (
            <WarningItem frame={frame} warning={warning} />
          ))}
        </ul>
        {untranslated && <p class="quiet">{frame.words.console.health.technical}</p>}
      </details>
    </>
  )
}

const WarningItem = ({ frame, warning: { text, named } }: { frame: ConsoleFrame; warning: Warning }) => {
  const words = frame.words.console.overview.advice
  if (!named)
    return (
      <li lang="en" dir="ltr">
        {text}
      </li>
    )
  // The id reads from left to right in every language (Unicode UAX 9, LRI and PDI).
  return (
    <li>{named.name === 'noPkce' ? words.noPkce({ client: `\u2066${named.client}\u2069` }) : words[named.name]}</li>
  )
}
