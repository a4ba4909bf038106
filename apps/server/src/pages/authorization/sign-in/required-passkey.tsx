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
  /** A provider signed them in, which does not decide about the account: it takes a sign-in by a code. */
  own?: boolean
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
  own = false,
  deviceBound,
  action,
  recoveryUrl,
  waiting,
}: RequiredPasskeyPageProps) => {
  const words = frame.words.passkey
  const ownText = again ? frame.words.problems['own-sign-in'] : frame.words.ownSignIn.none
  return (
    <Layout
      frame={frame}
      title={own ? frame.words.ownSignIn.title : create ? words.create : words.requiredTitle}
      scripts={[create ? createPasskeyScript : signInScript]}
    >
      <WaitingAct words={frame.words} {...waiting} />
      <p>{own ? ownText : deviceBound ? words.requiredHardware : words.required}</p>
      {!again && !own && (
        <PasskeyForm
          words={frame.words}
          place={place}
          label={create ? words.create : words.button}
          create={create}
          primary
        />
      )}
      {!own && (
        <noscript>
          <p class="quiet">{words.noScript}</p>
        </noscript>
      )}
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
