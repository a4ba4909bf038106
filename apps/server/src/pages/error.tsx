import { type ConsoleFrame, ConsoleLayout, type SectionName } from './console/layout.tsx'
import type { ErrorHelp } from './development/error-meanings.ts'
import { type Frame, Layout } from './layout.tsx'
import { WaysOn } from './notice.tsx'

interface ErrorPageProps {
  frame: Frame
  title: string
  text: string
  /** For developers: an error code, its description, and the id of the log entry. */
  code?: string
  description?: string
  reference?: string
  /** For a developer at their own machine. */
  help?: ErrorHelp | null
  /** The page of ours to start from again. */
  back?: string | null
  /** Where the application of a waiting request begins again. */
  application?: { name: string; url: string } | null
}

/** The code and the reference, below what a page says to people. */
const ErrorDetails = ({ frame, code, description, reference, help }: ErrorPageProps) =>
  code || reference ? (
    <dl class="details">
      {code && (
        <>
          <dt>{frame.words.error.detail}</dt>
          <dd>
            <code>{code}</code> {description}
          </dd>
        </>
      )}
      {help && <Help {...help} />}
      {reference && (
        <>
          <dt>{frame.words.error.reference}</dt>
          <dd>
            <code>{reference}</code>
          </dd>
        </>
      )}
    </dl>
  ) : null

/** In English: only developers see it, on a development server. */
const Help = ({ cause, next, url, mistake }: ErrorHelp) => (
  <>
    <dt lang="en">Cause</dt>
    <dd lang="en">{cause}</dd>
    <dt lang="en">Next step</dt>
    <dd lang="en">
      <code>{next}</code>
    </dd>
    <dt lang="en">Documentation</dt>
    <dd lang="en">
      <a href={url}>{mistake}</a>
    </dd>
  </>
)

export const ErrorPage = (props: ErrorPageProps) => (
  <Layout frame={props.frame} title={props.title}>
    <p>{props.text}</p>
    <WaysOn frame={props.frame} application={props.application} back={props.back} />
    <ErrorDetails {...props} />
  </Layout>
)

/** The same for an operator in the console: its navigation and search lead on. */
export const ConsoleErrorPage = (props: ErrorPageProps & { frame: ConsoleFrame; section: SectionName | null }) => (
  <ConsoleLayout frame={props.frame} section={props.section} title={props.title}>
    <p>{props.text}</p>
    <ErrorDetails {...props} />
  </ConsoleLayout>
)
