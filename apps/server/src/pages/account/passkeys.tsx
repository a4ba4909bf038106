import { Confirmation, Menu } from '../act-form.tsx'
import { createPasskeyScript, PasskeyForm, type PasskeyFormTarget } from '../authorization/passkey-form.tsx'
import { Problem } from '../layout.tsx'
import { joinParts, Row, Rows } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'
import { RecoveryNote, type RecoveryTimes } from './recovery-note.tsx'

interface Passkey {
  id: string
  name: string
  deviceBound: boolean
  createdAt: Date
  usedAt: Date | null
}

interface PasskeysPageProps {
  frame: AccountFrame
  passkeys: readonly Passkey[]
  /** Null if passkeys cannot be used at this issuer. */
  place: PasskeyFormTarget | null
  /** A recovery that is pending or ready. */
  recovery: RecoveryTimes | null
  /** The credentials that still exist, so that the browser can forget the others. */
  known: object | null
  problem?: string
}

export const PasskeysPage = ({ frame, passkeys, place, recovery, known, problem }: PasskeysPageProps) => {
  const { words, base } = frame
  const labels = words.me.passkeys
  return (
    <AccountLayout frame={frame} tab="passkeys" guarded scripts={[createPasskeyScript]}>
      <p>{labels.intro}</p>
      <Problem id="passkeys-problem" text={problem} />
      {recovery && <RecoveryNote words={words} base={base} date={frame.date} recovery={recovery} />}
      {!recovery && frame.needsPasskey && (
        <p class="quiet">
          {words.passkey.lost} <a href={`${base}/account/recovery`}>{words.recovery.title}</a>
        </p>
      )}
      {known && <span hidden data-passkeys-known={JSON.stringify(known)}></span>}
      {passkeys.length === 0 && <p class="quiet">{labels.none}</p>}
      <Rows>
        {passkeys.map((passkey) => (
          <PasskeyRow frame={frame} passkey={passkey} />
        ))}
      </Rows>
      {frame.recent && place && <PasskeyForm words={words} place={place} label={labels.add} create primary />}
      <noscript>
        <p class="quiet">{words.passkey.noScript}</p>
      </noscript>
    </AccountLayout>
  )
}

const PasskeyRow = ({ frame, passkey }: { frame: AccountFrame; passkey: Passkey }) => {
  const { words, base } = frame
  const labels = words.me.passkeys
  const { id, name, deviceBound, createdAt, usedAt } = passkey
  return (
    <Row
      title={
        <strong>
          <bdi>{name}</bdi>
        </strong>
      }
      tags={[deviceBound ? labels.deviceBound : labels.synced]}
      hints={[
        joinParts(labels.created({ date: frame.date(createdAt) }), usedAt && labels.used({ date: frame.date(usedAt) })),
      ]}
    >
      {frame.recent && (
        <Menu label={words.lists.actions} about={name}>
          <form method="post" action={`${base}/account/passkeys/rename`}>
            <input type="hidden" name="id" value={id} />
            <input name="name" autocomplete="off" value={name} aria-label={labels.name} maxlength={200} class="short" />
            <button type="submit" class="secondary">
              {labels.rename}
            </button>
          </form>
          <Confirmation
            action={`${base}/account/passkeys/remove`}
            fields={{ id }}
            label={words.me.remove}
            about={name}
            question={words.recovery.removePasskey({ name })}
          />
        </Menu>
      )}
    </Row>
  )
}
