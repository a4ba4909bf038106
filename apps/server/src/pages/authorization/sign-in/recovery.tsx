import type { RecoveryTimes } from '../../account/recovery-note.tsx'
import { type Frame, Layout } from '../../layout.tsx'

interface ReviewPageProps {
  frame: Frame
  action: string
  recovery: RecoveryTimes
  date(at: Date): string
}

/** Shown to someone who signed in with a passkey while a recovery without one is pending, or the undoing of a change. */
export const ReviewRecoveryPage = ({ frame, action, recovery, date }: ReviewPageProps) => {
  const words = frame.words.recovery
  const { undoBy } = recovery
  const times = { requested: date(recovery.requestedAt), ready: date(recovery.readyAt) }
  return (
    <Layout frame={frame} title={undoBy === null ? words.reviewTitle : words.undoCancelTitle}>
      <p>{undoBy === null ? words.review(times) : words.undoPending({ ...times, address: undoBy })}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="cancel" class="primary">
          {undoBy === null ? words.cancel : words.undoCancel}
        </button>
        <button type="submit" name="decision" value="keep" class="secondary">
          {undoBy === null ? words.keep : words.undoKeep}
        </button>
      </form>
    </Layout>
  )
}
