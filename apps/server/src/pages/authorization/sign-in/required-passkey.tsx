import { type Frame, Layout } from '../../layout.tsx'
import { createPasskeyScript, PasskeyForm, type PasskeyFormTarget, signInScript } from '../passkey-form.tsx'
import { WaitingAct, type WaitingActProps } from './waiting-act.tsx'

interface RequiredPasskeyPageProps {
  frame: Frame
  /** Signs in with a passkey, or creates the first one. */
  place: PasskeyFormTarget
  create: boolean
  /** A recent sign-in is required before a passkey may be created. */
  again: boolean
  /** Only a device-bound passkey is accepted. */
  deviceBound: boolean
  /** The address of the other buttons. */
  action: string
  recoveryUrl: string
  /** What waits for it. */
  waiting?: Pick<WaitingActProps, 'act' | 'formLost'>
}

export const RequiredPasskeyPage = ({
  frame,
  place,
  create,
  again,
  deviceBound,
  action,
  recoveryUrl,
  waiting,
}: RequiredPasskeyPageProps) => {
  const words = frame.words.passkey
  return (
    <Layout
      frame={frame}
      title={create ? words.create : words.requiredTitle}
      scripts={[create ? createPasskeyScript : signInScript]}
    >
      <WaitingAct words={frame.words} {...waiting} />
      <p>{deviceBound ? words.requiredHardware : words.required}</p>
      {!again && (
        <PasskeyForm
          words={frame.words}
          place={place}
          label={create ? words.create : words.button}
          create={create}
          primary
        />
      )}
      <noscript>
        <p class="quiet">{words.noScript}</p>
      </noscript>
      <form method="post" action={action} class="below">
        {again && (
          <button type="submit" name="decision" value="again" class="primary">
            {words.again}
          </button>
        )}
        <button type="submit" name="decision" value="decline" class="secondary">
          {words.cancel}
        </button>
      </form>
      {!create && !again && (
        <p class="quiet">
          {words.lost} <a href={recoveryUrl}>{frame.words.recovery.title}</a>
        </p>
      )}
    </Layout>
  )
}
