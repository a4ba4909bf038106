import type { SocialProvider } from '../../../oidc/federation/connection.ts'
import { Field, Form, type Frame, Layout } from '../../layout.tsx'
import { PasskeyForm, type PasskeyFormTarget, signInScript } from '../passkey-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { WaitingAct, type WaitingActProps } from './waiting-act.tsx'

interface EmailPageProps {
  frame: Frame
  action: string
  email: string
  create: boolean
  /** Null if passkeys are not supported. */
  passkey: PasskeyFormTarget | null
  /** How this browser signed in last: that comes first. */
  last?: 'mail' | 'passkey' | null
  /** The address of the form by which this browser forgets the address that is filled in. */
  forgetAction?: string | null
  /** Who sent the invitation whose link began this sign-in, and to which organization. */
  invited?: string | null
  /** The browser has the cookie of a bound session, and did not prove its key. */
  unproven?: boolean
  problem?: string
  /** Somebody who is signed in confirms that it is them: the address is known, and not asked for. */
  confirms?: boolean
  /** Accounts elsewhere that sign in. */
  social?: { providers: readonly SocialProvider[]; action: string }
  /** What waits for it. */
  waiting?: Pick<WaitingActProps, 'act' | 'formLost'>
}

export const EmailPage = ({ frame, action, create, passkey, invited, confirms = false, ...props }: EmailPageProps) => {
  const words = frame.words.email
  // One that did not work is not offered first again.
  const passkeyFirst = props.last === 'passkey' && passkey !== null && !passkey.problem
  const form = { words: frame.words, label: frame.words.passkey.button, autofill: !confirms }
  return (
    <Layout
      frame={frame}
      title={confirms ? frame.words.kept.confirmTitle : create ? words.createTitle : words.title}
      scripts={[signInScript]}
    >
      <WaitingAct words={frame.words} {...props.waiting} />
      {props.unproven && <p class="done">{frame.words.bound.unproven}</p>}
      {invited && <p class="done">{invited}</p>}
      {passkeyFirst && (
        <div class="passkey-first" data-passkey-first hidden>
          <PasskeyForm {...form} place={passkey} hint={confirms ? undefined : words.lastUsed} primary />
          <p class="or">{words.or}</p>
        </div>
      )}
      <p>{confirms ? frame.words.kept.codeTo({ address: props.email }) : words.intro}</p>
      <Form action={action} submit={frame.words.continue}>
        {confirms ? (
          <input type="hidden" name="email" value={props.email} />
        ) : (
          <Field
            name="email"
            type="email"
            label={words.label}
            value={props.email}
            hint={props.last === 'mail' && props.email ? words.lastUsed : undefined}
            autocomplete="username webauthn"
            inputmode="email"
            maxlength={254}
            autofocus={!passkeyFirst}
            required
            problem={props.problem}
          />
        )}
      </Form>
      {props.forgetAction && (
        <form method="post" action={props.forgetAction} class="below">
          <button type="submit" class="link">
            {frame.words.code.otherAddress}
          </button>
        </form>
      )}
      {passkey && !passkeyFirst && <PasskeyForm {...form} place={passkey} />}
      {props.social && <SocialButtons words={frame.words} {...props.social} />}
    </Layout>
  )
}
