import { type Frame, Layout, Technical } from '../layout.tsx'
import { Row, Rows } from '../table.tsx'

interface Mail {
  id: string
  to: string
  subject: string
  text: string
  /** Null for a text message. */
  html: string | null
  at: Date
}

const timeOf = (at: Date): string => at.toLocaleTimeString('en', { timeStyle: 'medium' })

interface MailboxPageProps {
  frame: Frame
  /** The newest first; null where SMTP_URL sends the mails. */
  mails: readonly Mail[] | null
}

export const MailboxPage = ({ frame, mails }: MailboxPageProps) => (
  <Layout frame={frame} title="Mailbox" wide scripts={mails ? ['new-mails'] : []}>
    <p class="quiet">
      <a href={`${frame.base}/`}>Home</a> · <a href={`${frame.base}/dev/mailbox`}>Look for new mails</a>
    </p>
    {mails === null ? (
      <p>
        Mails are sent through <code>SMTP_URL</code>. Without it, a development server shows them here.
      </p>
    ) : (
      <p class="quiet">
        What this server would have sent, newest first. The mails are kept in memory, and gone when it stops. Set{' '}
        <code>SMTP_URL</code> to send them.
      </p>
    )}
    <div data-mails aria-live="polite">
      {mails?.length === 0 && <p>No mail yet. Sign in somewhere, and the code arrives here.</p>}
      <Rows>
        {mails?.map((mail) => (
          <MailRow mail={mail} base={frame.base} />
        ))}
      </Rows>
    </div>
  </Layout>
)

const MailRow = ({ mail: { id, to, subject, at }, base }: { mail: Mail; base: string }) => (
  <Row
    title={<a href={`${base}/dev/mailbox/${id}`}>{subject}</a>}
    hints={[
      <>
        <Technical>{to}</Technical> · {timeOf(at)}
      </>,
    ]}
  />
)

export const MailPage = ({ frame, mail }: { frame: Frame; mail: Mail }) => (
  <Layout frame={frame} title={mail.subject} wide>
    <p class="quiet">
      <a href={`${frame.base}/dev/mailbox`}>Mailbox</a> · <Technical>{mail.to}</Technical> · {timeOf(mail.at)}
    </p>
    {mail.html !== null && (
      <>
        <iframe class="mail" title="The mail as HTML" src={`${frame.base}/dev/mailbox/${mail.id}/html`}></iframe>
        <h2>As text</h2>
      </>
    )}
    <pre class="mail-text">{mail.text}</pre>
  </Layout>
)
