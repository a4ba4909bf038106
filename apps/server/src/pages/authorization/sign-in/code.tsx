import type { ScriptName } from '../../assets.ts'
import { Field, Form, type Frame, Layout, Problem, Sentence } from '../../layout.tsx'
import type { Words } from '../../words/index.ts'
import { inTime, timeForms } from '../../words/time.ts'
import { CanMakePasskeys, PasskeyForm, type PasskeyFormTarget, passkeyScript } from '../passkey-form.tsx'

interface CodePageProps {
  frame: Frame
  action: string
  emailAction: string
  address: string
  digits: number
  /** Seconds until a new code may be requested. */
  wait: number
  /** The mail with the code was sent or is about to be; it could not be sent yet; or it was permanently rejected. */
  mail: 'sent' | 'late' | 'refused'
  /** How many attempts the code still allows; null if there is no code. */
  triesLeft: number | null
  /** Passkeys are supported, so the browser may say whether it can create one. */
  passkeys: boolean
  /** The person signed in from this browser before and has a passkey: it is offered first. */
  preferred: PasskeyFormTarget | null
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
      {frame.mailboxUrl && <MailboxHint url={frame.mailboxUrl} />}
    </Layout>
  )
}

/** For developers: a development server sends no mail. */
const MailboxHint = ({ url }: { url: string }) => (
  <p class="quiet" lang="en" dir="ltr">
    Development server: the mail is in the{' '}
    <a href={url} target="_blank" rel="noopener">
      mailbox
    </a>
    .
  </p>
)

/** When another code may be requested. The script counts down in the same words. */
const Countdown = ({ words, wait }: { words: Words; wait: number }) => (
  <p
    class="quiet"
    data-countdown={JSON.stringify({ sentence: words.code.resendIn('#'), forms: timeForms(words.lang) })}
    aria-live="off"
  >
    {words.code.resendIn(inTime(words.lang, wait))}
  </p>
)
