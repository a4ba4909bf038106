import { type Frame, Layout } from './layout.tsx'

interface ErrorPageProps {
  frame: Frame
  title: string
  text: string
  /** For developers: an error code, its description, and the id of the log entry. */
  code?: string
  description?: string
  reference?: string
}

export const ErrorPage = ({ frame, title, text, code, description, reference }: ErrorPageProps) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
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
