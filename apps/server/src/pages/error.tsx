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
  /** Where the application of a waiting request begins again. */
  application?: { name: string; url: string } | null
}

export const ErrorPage = ({ frame, title, text, code, description, reference, application }: ErrorPageProps) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    <WaysOn frame={frame} application={application} />
    {(code || reference) && (
      <dl class="details">
        {code && (
          <>
            <dt>{frame.words.error.detail}</dt>
            <dd>
              <code>{code}</code> {description}
            </dd>
          </>
        )}
        {reference && (
          <>
            <dt>{frame.words.error.reference}</dt>
            <dd>
              <code>{reference}</code>
            </dd>
          </>
        )}
      </dl>
    )}
  </Layout>
)
