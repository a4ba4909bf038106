import { Form, type Frame, Layout } from '../layout.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'
import { RecoveryNote, type RecoveryTimes } from './recovery-note.tsx'

interface RecoveryPageProps {
  frame: AccountFrame
  recovery: RecoveryTimes | null
  /** When a request of now would take effect. */
  readyAt: Date
}

/** Asks for a recovery, or shows the one that waits. */
export const RecoveryPage = ({ frame, recovery, readyAt }: RecoveryPageProps) => {
  const { words, base } = frame
  return (
    <AccountLayout frame={frame} tab="passkeys" title={words.recovery.title} guarded>
      <p>{words.recovery.intro(frame.date(recovery?.readyAt ?? readyAt))}</p>
      {recovery ? (
        <RecoveryNote words={words} base={base} date={frame.date} recovery={recovery} />
      ) : (
        frame.recent && <Form action={`${base}/account/recovery`} submit={words.recovery.ask} />
      )}
      <p>
        <a href={`${base}/account/passkeys`}>{words.me.tabs.passkeys}</a>
      </p>
    </AccountLayout>
  )
}

interface ReviewPageProps {
  frame: Frame
  action: string
  recovery: RecoveryTimes
  date(at: Date): string
}

/** Shown to who signed in with a passkey while a recovery without one waits. */
export const ReviewRecoveryPage = ({ frame, action, recovery, date }: ReviewPageProps) => {
  const words = frame.words.recovery
  return (
    <Layout frame={frame} title={words.reviewTitle}>
      <p>{words.review(date(recovery.requestedAt), date(recovery.readyAt))}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="cancel" class="primary">
          {words.cancel}
        </button>
        <button type="submit" name="decision" value="keep" class="secondary">
          {words.keep}
        </button>
      </form>
    </Layout>
  )
}

interface LinkPageProps {
  frame: Frame
  title: string
  text: string
  action: string
  submit: string
}

/** What the link of a mail leads to: one button, and nothing has happened before it is pressed. */
export const LinkActionPage = ({ frame, title, text, action, submit }: LinkPageProps) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    <Form action={action} submit={submit} />
  </Layout>
)

interface DonePageProps {
  frame: Frame
  title: string
  text: string
}

/** What was done, with the way back to the account. */
export const LinkDonePage = ({ frame, title, text }: DonePageProps) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    <p>
      <a href={`${frame.base}/account`}>{frame.words.me.title}</a>
    </p>
  </Layout>
)
