import type { RecoveryTimes } from '../../account/recovery-note.tsx'
import { type Frame, Layout } from '../../layout.tsx'

interface ReviewPageProps {
  frame: Frame
  action: string
  recovery: RecoveryTimes
  date(at: Date): string
}

/** Shown to someone who signed in with a passkey while a recovery without one is pending. */
export const ReviewRecoveryPage = ({ frame, action, recovery, date }: ReviewPageProps) => {
  const words = frame.words.recovery
  return (
    <Layout frame={frame} title={words.reviewTitle}>
      <p>{words.review({ requested: date(recovery.requestedAt), ready: date(recovery.readyAt) })}</p>
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
