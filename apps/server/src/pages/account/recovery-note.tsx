import type { Words } from '../../words/index.ts'

/** When a recovery was requested, and when it takes effect. */
export interface RecoveryTimes {
  requestedAt: Date
  readyAt: Date
  expiresAt: Date
  ready: boolean
}

interface RecoveryNoteProps {
  words: Words
  base: string
  date(at: Date): string
  recovery: RecoveryTimes
}

/** The state of a recovery, with a button to cancel it. */
export const RecoveryNote = ({ words, base, date, recovery }: RecoveryNoteProps) => {
  const { requestedAt, readyAt, expiresAt, ready } = recovery
  const text = ready
    ? words.recovery.ready({ until: date(expiresAt) })
    : words.recovery.pending({ requested: date(requestedAt), ready: date(readyAt) })
  return (
    <form method="post" action={`${base}/account/recovery/cancel`} class="done">
      <span>{text}</span>
      <button type="submit" class="secondary small">
        {words.recovery.cancel}
      </button>
    </form>
  )
}
