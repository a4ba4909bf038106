import { ActForm, Confirmation, Menu } from '../act-form.tsx'
import { createPasskeyScript, PasskeyForm, type PasskeyFormTarget } from '../authorization/passkey-form.tsx'
import { Problem } from '../layout.tsx'
import { Tag } from '../status.tsx'
import { NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'
import { LinkedIdentities, type LinkedIdentityRow } from './linked-identities.tsx'
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
  identities: readonly LinkedIdentityRow[]
  /** Null if passkeys cannot be used at this issuer. */
  place: PasskeyFormTarget | null
  /** A recovery that is pending or ready. */
  recovery: RecoveryTimes | null
  /** The credentials that still exist, so that the browser can forget the others. */
  known: object | null
  problem?: string
}

export const PasskeysPage = ({ frame, passkeys, identities, place, recovery, known, problem }: PasskeysPageProps) => {
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
      <Table
        frame={frame}
        rows={passkeys}
        label={words.me.tabs.passkeys}
        empty={labels.none}
        columns={[
          { head: labels.name, width: 'wide', cell: ({ name }) => <NameCell name={name} icon="passkey" /> },
          {
            head: words.lists.state,
            cell: ({ deviceBound }) => <Tag>{deviceBound ? labels.deviceBound : labels.synced}</Tag>,
          },
          { head: words.lists.created, cell: ({ createdAt }) => <Time frame={frame} at={createdAt} /> },
          { head: words.email.lastUsed, cell: ({ usedAt }) => usedAt && <Time frame={frame} at={usedAt} /> },
        ]}
        acts={frame.recent ? (passkey) => <PasskeyMenu frame={frame} {...passkey} /> : undefined}
      />
      {frame.recent && place && <PasskeyForm words={words} place={place} label={labels.add} create primary />}
      <noscript>
        <p class="quiet">{words.passkey.noScript}</p>
      </noscript>
      <LinkedIdentities frame={frame} identities={identities} />
    </AccountLayout>
  )
}

const PasskeyMenu = ({ frame, id, name }: Pick<Passkey, 'id' | 'name'> & { frame: AccountFrame }) => {
  const { words, base } = frame
  const labels = words.me.passkeys
  return (
    <Menu label={words.lists.actions} about={name}>
      <ActForm action={`${base}/account/passkeys/rename`} fields={{ id }} label={labels.rename}>
        <input name="name" autocomplete="off" value={name} aria-label={labels.name} maxlength={200} class="short" />
      </ActForm>
      <Confirmation
        action={`${base}/account/passkeys/remove`}
        fields={{ id }}
        label={words.me.remove}
        about={name}
        question={words.recovery.removePasskey({ name })}
      />
    </Menu>
  )
}
