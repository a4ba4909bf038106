import { Field, Form, type Frame, Layout } from '../../layout.tsx'
import { PasskeyForm, type PasskeyFormTarget, passkeyScript } from '../passkey-form.tsx'

interface EmailPageProps {
  frame: Frame
  action: string
  email: string
  create: boolean
  /** Null if passkeys are not supported. */
  passkey: PasskeyFormTarget | null
  /** Who sent the invitation whose link began this sign-in, and to which organization. */
  invited?: string | null
  problem?: string
}

export const EmailPage = ({ frame, action, email, create, passkey, invited, problem }: EmailPageProps) => {
  const words = frame.words.email
  return (
    <Layout frame={frame} title={create ? words.createTitle : words.title} scripts={passkey ? [passkeyScript] : []}>
      {invited && <p class="done">{invited}</p>}
      <p>{words.intro}</p>
      <Form action={action} submit={frame.words.continue}>
        <Field
          name="email"
          type="email"
          label={words.label}
          value={email}
          autocomplete="username webauthn"
          inputmode="email"
          maxlength={254}
          autofocus
          required
          problem={problem}
        />
      </Form>
      {passkey && <PasskeyForm words={frame.words} place={passkey} label={frame.words.passkey.button} autofill />}
    </Layout>
  )
}
