import type { ScriptName } from '../assets.ts'
import { Field, Form, type Frame, Layout, Problem, Sentence } from '../layout.tsx'
import type { Words } from '../words/index.ts'
import { inTime, timeForms } from '../words/time.ts'
import { CanMakePasskeys, PasskeyForm, type PasskeyPlace, passkeyScript } from './passkeys.tsx'

interface EmailPageProps {
  frame: Frame
  action: string
  email: string
  create: boolean
  /** Null where passkeys can't be. */
  passkey: PasskeyPlace | null
  /** Who invites to what, where a mailed invitation leads here. */
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

interface CodePageProps {
  frame: Frame
  action: string
  emailAction: string
  address: string
  digits: number
  /** Seconds until a new code may be asked for. */
  wait: number
  /** The mail with the code has left or is about to; it could not leave yet; or it was refused for good. */
  mail: 'sent' | 'late' | 'refused'
  /** How often the code may still be tried; null where there is none. */
  triesLeft: number | null
  /** Passkeys can be, so the browser may say whether it could make one. */
  passkeys: boolean
  /** This browser knows the person, and they have a passkey: it comes first. */
  preferred: PasskeyPlace | null
  problem?: string
}

export const CodePage = ({ frame, action, emailAction, address, digits, wait, problem, ...props }: CodePageProps) => {
  const words = frame.words.code
  const spent = props.triesLeft === 0
  const scripts: ScriptName[] = ['mail-state']
  if (wait > 0) scripts.push('countdown')
  if (props.passkeys) scripts.push(passkeyScript)
  return (
    <Layout frame={frame} title={words.title} scripts={scripts}>
      {props.preferred && (
        <PasskeyForm words={frame.words} place={props.preferred} label={frame.words.passkey.button} primary />
      )}
      <div data-mail={props.mail}>
        {props.mail !== 'sent' && (
          <p class="problem" role="alert">
            {props.mail === 'late' ? words.mailSlow : words.mailRefused}{' '}
            {props.mail === 'refused' && <a href={emailAction}>{words.otherAddress}</a>}
          </p>
        )}
      </div>
      {spent ? (
        <Problem id="code-problem" text={problem} />
      ) : (
        <>
          <p>
            <Sentence text={words.intro(address, digits)} technical={address} />
          </p>
          <Form action={action} submit={frame.words.continue}>
            <CanMakePasskeys />
            <Field
              name="code"
              label={words.label}
              inputmode="numeric"
              autocomplete="one-time-code"
              maxlength={digits + 6}
              class="code"
              autofocus
              required
              problem={problem}
            />
          </Form>
          <p class="quiet">{words.expires}</p>
        </>
      )}
      <div class="actions">
        <form method="post" action={`${action}/resend`}>
          <button type="submit" class={spent ? 'primary' : 'secondary'} data-wait={wait > 0 ? String(wait) : undefined}>
            {words.resend}
          </button>
        </form>
        <a href={emailAction}>{words.otherAddress}</a>
      </div>
      {wait > 0 && <Countdown words={frame.words} wait={wait} />}
    </Layout>
  )
}

/** When another code may be asked for. The script counts down in the same words. */
const Countdown = ({ words, wait }: { words: Words; wait: number }) => (
  <p
    class="quiet"
    data-countdown={JSON.stringify({ sentence: words.code.resendIn('#'), forms: timeForms(words.lang) })}
    aria-live="off"
  >
    {words.code.resendIn(inTime(words.lang, wait))}
  </p>
)

export const LinkButtonPage = ({ frame, action, passkeys }: { frame: Frame; action: string; passkeys: boolean }) => {
  const words = frame.words.link
  return (
    <Layout frame={frame} title={words.title} scripts={passkeys ? [passkeyScript] : []}>
      <p>{words.intro}</p>
      <Form action={action} submit={words.button}>
        <CanMakePasskeys />
      </Form>
    </Layout>
  )
}

export const LinkCodePage = ({ frame, code }: { frame: Frame; code: string }) => {
  const words = frame.words.link
  return (
    <Layout frame={frame} title={words.elsewhereTitle}>
      <p>{words.elsewhere}</p>
      <p class="shown-code" translate="no">
        {code}
      </p>
      <p class="quiet">{words.warning}</p>
    </Layout>
  )
}

export const AccountPage = ({ frame, action, address }: { frame: Frame; action: string; address: string }) => {
  const words = frame.words.account
  return (
    <Layout frame={frame} title={words.title}>
      <p>
        {words.intro} <strong>{address}</strong>
      </p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="keep" class="primary">
          {words.keep(address)}
        </button>
        <button type="submit" name="decision" value="other" class="secondary">
          {words.other}
        </button>
      </form>
    </Layout>
  )
}

export const NoticePage = ({
  frame,
  title,
  text,
  more,
}: {
  frame: Frame
  title: string
  text: string
  more?: string
}) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    {more && <Problem id="more" text={more} />}
  </Layout>
)
