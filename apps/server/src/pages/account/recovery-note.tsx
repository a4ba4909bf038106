import type { Words } from '../../words/index.ts'

/** When a recovery was requested, and when it takes effect. */
export interface RecoveryTimes {
  requestedAt: Date
  readyAt: Date
  expiresAt: Date
  ready: boolean
  /** The address that asks to undo a change. Null: the passkeys are to be replaced. */
  undoBy: string | null
  /** Whoever looks at it may cancel it. */
  mayCancel: boolean
}

interface RecoveryNoteProps {
  words: Words
  base: string
  date(at: Date): string
  recovery: RecoveryTimes
}

/** The state of a recovery, with a button to cancel it. */
export const RecoveryNote = ({ words, base, date, recovery }: RecoveryNoteProps) => {
  const text = recoveryText(words, date, recovery)
  if (!recovery.mayCancel) return <p class="done">{text}</p>
  return (
    <form method="post" action={`${base}/account/recovery/cancel`} class="done">
      <span>{text}</span>
      <button type="submit" class="secondary small">
        {recovery.undoBy === null ? words.recovery.cancel : words.recovery.undoCancel}
      </button>
    </form>
  )
}

function recoveryText(words: Words, date: (at: Date) => string, recovery: RecoveryTimes): string {
  const { requestedAt, readyAt, expiresAt, ready, undoBy } = recovery
  const times = { requested: date(requestedAt), ready: date(readyAt) }
  if (undoBy !== null) return words.recovery.undoPending({ ...times, address: undoBy })
  return ready ? words.recovery.ready({ until: date(expiresAt) }) : words.recovery.pending(times)
}
