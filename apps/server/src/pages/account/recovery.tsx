import { Form } from '../layout.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'
import { RecoveryNote, type RecoveryTimes } from './recovery-note.tsx'

interface RecoveryPageProps {
  frame: AccountFrame
  recovery: RecoveryTimes | null
  /** When a recovery requested now would take effect. */
  readyAt: Date
}

/** Requests a recovery, or shows the pending one. */
export const RecoveryPage = ({ frame, recovery, readyAt }: RecoveryPageProps) => {
  const { words, base } = frame
  return (
    <AccountLayout frame={frame} tab="passkeys" title={words.recovery.title} guarded>
      {recovery ? (
        <RecoveryNote words={words} base={base} date={frame.date} recovery={recovery} />
      ) : (
        <>
          <p>{words.recovery.intro({ ready: frame.date(readyAt) })}</p>
          {frame.recent && <Form action={`${base}/account/recovery`} submit={words.recovery.ask} />}
        </>
      )}
      <p>
        <a href={`${base}/account/passkeys`}>{words.me.tabs.passkeys}</a>
      </p>
    </AccountLayout>
  )
}
