import type { Words } from '../../../words/index.ts'
import { CodeField, Countdown, ResendForm } from '../../fields.tsx'
import { Field, Form, type Frame, Layout, Problem, Sentence } from '../../layout.tsx'
import { BrowserFields, PasskeyForm, type PasskeyFormTarget, signInScript } from '../passkey-form.tsx'
import { mailAppOf } from './mail-apps.ts'

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
  /** The person signed in from this browser before and has a passkey: it is offered first. */
  preferred: PasskeyFormTarget | null
  problem?: string
}

export const CodePage = ({ frame, action, emailAction, address, digits, wait, problem, ...props }: CodePageProps) => {
  if (props.mail === 'refused')
    return <RefusedAddressPage frame={frame} action={emailAction} address={address} preferred={props.preferred} />
  const words = frame.words.code
  const spent = props.triesLeft === 0
  return (
    <Layout frame={frame} title={words.title} scripts={[signInScript]}>
      <PreferredPasskey frame={frame} preferred={props.preferred} />
      <div data-mail={props.mail}>
        {props.mail === 'late' && (
          <p class="problem" role="alert">
            {words.mailSlow}
          </p>
        )}
      </div>
      {spent ? (
        <Problem id="code-problem" text={problem} />
      ) : (
        <>
          <p>
            <Sentence text={words.intro({ address, digits })} technical={address} />
          </p>
          <Form action={action} submit={frame.words.continue}>
            <BrowserFields />
            <CodeField words={frame.words} digits={digits} problem={problem} scripted />
          </Form>
          <MailAppLink words={frame.words} address={address} />
          <p class="quiet">
            {words.expires}{' '}
            <span data-sent-by-itself hidden>
              {words.sentByItself}
            </span>
          </p>
        </>
      )}
      <div class="actions">
        <ResendForm words={frame.words} action={`${action}/resend`} wait={wait} primary={spent} />
        <a href={emailAction}>{words.otherAddress}</a>
      </div>
      <Countdown words={frame.words} wait={wait} sentence={words.resendIn} />
      {frame.mailboxUrl && <MailboxHint url={frame.mailboxUrl} />}
    </Layout>
  )
}

/** No code will arrive at this address, so the page asks for another one, or for the same one spelled correctly. */
const RefusedAddressPage = ({
  frame,
  action,
  address,
  preferred,
}: Pick<CodePageProps, 'frame' | 'action' | 'address' | 'preferred'>) => (
  <Layout frame={frame} title={frame.words.email.title} scripts={[signInScript]}>
    <PreferredPasskey frame={frame} preferred={preferred} />
    <div data-mail="refused">
      <Form action={action} submit={frame.words.continue}>
        <Field
          name="email"
          type="email"
          label={frame.words.email.label}
          value={address}
          autocomplete="username"
          inputmode="email"
          maxlength={254}
          autofocus
          required
          problem={frame.words.code.mailRefused}
        />
      </Form>
    </div>
  </Layout>
)

const PreferredPasskey = ({ frame, preferred }: Pick<CodePageProps, 'frame' | 'preferred'>) =>
  preferred && <PasskeyForm words={frame.words} place={preferred} label={frame.words.passkey.button} primary />

/** The mail is a tab away where everybody reads theirs at the same address. */
const MailAppLink = ({ words, address }: { words: Words; address: string }) => {
  const app = mailAppOf(address)
  return app ? (
    <p class="actions">
      <a class="button secondary" href={app.url} target="_blank" rel="noopener noreferrer">
        {words.code.openMail({ name: app.name })}
      </a>
    </p>
  ) : null
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
