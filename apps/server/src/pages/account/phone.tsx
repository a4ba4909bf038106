import { Confirmation } from '../act-form.tsx'
import { signInScript } from '../authorization/passkey-form.tsx'
import { CodeField, Countdown, ResendForm } from '../fields.tsx'
import { Field, Form, Problem, Sentence, Technical } from '../layout.tsx'
import { Row, Rows } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface PhonePageProps {
  frame: AccountFrame
  number: string | null
  verified: boolean
  /** Codes can be sent. */
  offered: boolean
  /** What stands in the field. */
  typed: string
  problem?: string
}

/** The number of a person, and the form that sends a code to one. */
export const PhonePage = ({ frame, number, verified, offered, typed, problem }: PhonePageProps) => {
  const { words, base } = frame
  const labels = words.me.phone
  return (
    <AccountLayout frame={frame} tab="profile" back="phone" title={words.me.profile.phone} guarded>
      <p>{labels.intro}</p>
      {number !== null && (
        <Rows>
          <Row title={<Technical>{number}</Technical>} tags={[verified ? labels.verified : labels.notVerified]}>
            {frame.recent && (
              <Confirmation
                action={`${base}/account/phone/remove`}
                label={words.me.remove}
                about={number}
                question={labels.removeQuestion({ number })}
              />
            )}
          </Row>
        </Rows>
      )}
      {offered && frame.recent && (
        <Form action={`${base}/account/phone`} submit={labels.send}>
          <Field
            name="phone"
            type="tel"
            label={words.me.profile.phone}
            value={typed}
            autocomplete="tel"
            maxlength={40}
            required
            problem={problem}
          />
        </Form>
      )}
      <p class="quiet">
        <a href={`${base}/account/profile`}>{words.me.tabs.profile}</a>
      </p>
    </AccountLayout>
  )
}

interface PhoneCodePageProps {
  frame: AccountFrame
  number: string
  digits: number
  triesLeft: number
  /** Seconds until a new code may be requested. */
  wait: number
  /** The message was sent or is about to be; it could not be sent yet; or the gateway refused it for good. */
  message: 'sent' | 'late' | 'refused'
  problem?: string
}

/** Asks for the code that was sent to a number. */
export const PhoneCodePage = ({ frame, number, digits, triesLeft, wait, message, problem }: PhoneCodePageProps) => {
  const { words, base } = frame
  const labels = words.me.phone
  const spent = triesLeft === 0
  return (
    <AccountLayout
      frame={frame}
      tab="profile"
      back="phone"
      title={words.me.profile.phone}
      guarded
      scripts={[signInScript]}
    >
      {message !== 'sent' && (
        <p class="problem" role="alert">
          {message === 'late' ? labels.late : labels.refused}
        </p>
      )}
      {spent ? (
        <Problem id="code-problem" text={words.code.spent} />
      ) : (
        <>
          <p>
            <Sentence text={labels.codeIntro({ number, digits })} technical={number} />
          </p>
          <Form action={`${base}/account/phone/confirm`} submit={words.continue}>
            <CodeField words={words} digits={digits} problem={problem} scripted />
          </Form>
          <p class="quiet">{words.code.expires}</p>
        </>
      )}
      <ResendForm words={words} action={`${base}/account/phone`} wait={wait} primary={spent}>
        <input type="hidden" name="phone" value={number} />
      </ResendForm>
      <Countdown words={words} wait={wait} sentence={labels.resendIn} />
      <p class="quiet">
        <a href={`${base}/account/phone`}>{labels.otherNumber}</a>
      </p>
    </AccountLayout>
  )
}
