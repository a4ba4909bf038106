import { CodeField, Countdown, ResendForm } from '../../fields.tsx'
import { Form, type Frame, Layout, Sentence } from '../../layout.tsx'
import { PasskeyForm, type PasskeyFormTarget, signInScript } from '../passkey-form.tsx'

interface ConnectPageProps {
  frame: Frame
  action: string
  organization: string
  /** No account is known to be theirs. */
  isNew: boolean
  /** Of the account here, to which the code went. */
  address: string
  /** How the identity provider names them; null if it is the same address. */
  upstreamName: string | null
  digits: number
  /** Seconds until a new code may be requested. */
  wait: number
  passkey: PasskeyFormTarget | null
  problem?: string
}

/** Connects an account to the sign-in at an organization, once, by a code to the account or one of its passkeys. */
export const ConnectPage = ({
  frame,
  action,
  organization,
  isNew,
  address,
  upstreamName,
  digits,
  wait,
  passkey,
  problem,
}: ConnectPageProps) => {
  const words = frame.words.company
  const intro = isNew ? frame.words.manage.codeSent({ address }) : words.connectIntro({ address, organization })
  return (
    <Layout frame={frame} title={words.connectTitle} scripts={[signInScript]}>
      <p>
        <Sentence text={intro} technical={address} />
      </p>
      {upstreamName && (
        <p>
          <Sentence text={words.connectAs({ name: upstreamName })} technical={upstreamName} />
        </p>
      )}
      <Form action={action} submit={frame.words.continue}>
        <CodeField words={frame.words} digits={digits} problem={problem} scripted />
      </Form>
      {passkey && <PasskeyForm words={frame.words} place={passkey} label={frame.words.passkey.button} />}
      <div class="actions">
        <ResendForm words={frame.words} action={`${action}/resend`} wait={wait} primary={false} />
      </div>
      <Countdown words={frame.words} wait={wait} sentence={frame.words.code.resendIn} />
    </Layout>
  )
}
