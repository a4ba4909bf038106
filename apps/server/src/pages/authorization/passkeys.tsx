import type { ScriptName } from '../assets.ts'
import { type Frame, Layout, Problem } from '../layout.tsx'
import type { Words } from '../words/index.ts'

/** Signs in with a passkey (browser/passkey.ts). */
export const passkeyScript: ScriptName = 'passkey'

/** Creates a passkey (browser/create-passkey.ts). */
export const createPasskeyScript: ScriptName = 'create-passkey'

/** Where a passkey is asked for, and where it is sent. */
export interface PasskeyPlace {
  options: string
  action: string
  /** A credential that is not known here, for the person's picker to forget. */
  unknown?: { rpId: string; credentialId: string } | null
  problem?: string
}

interface PasskeyFormProps {
  words: Words
  place: PasskeyPlace
  label: string
  /** `create` makes a passkey; else one is asked for. */
  create?: boolean
  /** Passkeys are also offered in the e-mail field. */
  autofill?: boolean
  primary?: boolean
}

/** A button that the script shows where there can be passkeys. The answer travels in a form, so redirects work as always. */
export const PasskeyForm = ({ words, place, label, create, autofill, primary }: PasskeyFormProps) => (
  <form
    method="post"
    action={place.action}
    class="passkey"
    hidden
    data-passkey={create ? 'create' : 'get'}
    data-options={place.options}
    data-autofill={autofill ? 'yes' : undefined}
    data-unknown={place.unknown ? JSON.stringify(place.unknown) : undefined}
  >
    <input type="hidden" name="credential" value="" />
    <button type="submit" class={primary ? 'primary' : 'secondary'}>
      {label}
    </button>
    <p class="problem" role="alert" data-failed hidden>
      {words.passkey.failed}
    </p>
    <Problem id="passkey-problem" text={place.problem} />
  </form>
)

/** The script fills this in where the browser could make a passkey, so that no other browser is offered one. */
export const CanMakePasskeys = () => <input type="hidden" name="passkeys" value="" />

export const OfferPasskeyPage = ({ frame, place, action }: { frame: Frame; place: PasskeyPlace; action: string }) => {
  const words = frame.words.passkey
  return (
    <Layout frame={frame} title={words.offerTitle} scripts={[createPasskeyScript]}>
      <p>{words.offerIntro}</p>
      <PasskeyForm words={frame.words} place={place} label={words.create} create primary />
      <form method="post" action={action} class="below">
        <button type="submit" name="decision" value="later" class="secondary">
          {words.later}
        </button>
      </form>
    </Layout>
  )
}

interface UsePasskeyPageProps {
  frame: Frame
  /** Where to sign in with a passkey, or to make the first one. */
  place: PasskeyPlace
  create: boolean
  /** Making one needs a fresh sign-in first. */
  again: boolean
  /** Only a passkey that can't leave its device will do. */
  deviceBound: boolean
  /** The form of the other buttons. */
  action: string
  recoveryUrl: string
}

export const UsePasskeyPage = ({
  frame,
  place,
  create,
  again,
  deviceBound,
  action,
  recoveryUrl,
}: UsePasskeyPageProps) => {
  const words = frame.words.passkey
  return (
    <Layout
      frame={frame}
      title={create ? words.create : words.requiredTitle}
      scripts={[create ? createPasskeyScript : passkeyScript]}
    >
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
