import type { Words } from '../../words/index.ts'
import type { ScriptName } from '../assets.ts'
import { Problem } from '../layout.tsx'

/** What the pages of sign-in do by script, passkeys among it (browser/sign-in.ts). */
export const signInScript: ScriptName = 'sign-in'

/** Creates a passkey (browser/create-passkey.ts). */
export const createPasskeyScript: ScriptName = 'create-passkey'

/** The addresses that a passkey form works with, and what went wrong before. */
export interface PasskeyFormTarget {
  options: string
  /** The options of the first attempt, which the browser then need not ask for. */
  firstOptions?: Record<string, unknown> | null
  action: string
  /** A credential that this server does not know: the browser removes it from its list of passkeys. */
  unknown?: { rpId: string; credentialId: string } | null
  problem?: string
  /** Of a page that is only shown: no script shows the button. */
  sample?: boolean
}

interface PasskeyFormProps {
  words: Words
  place: PasskeyFormTarget
  label: string
  /** Creates a passkey instead of asking for one. */
  create?: boolean
  /** Passkeys are also suggested in the email field. */
  autofill?: boolean
  primary?: boolean
  /** Said beside the button. */
  hint?: string
}

/** A button that the script shows if the browser supports passkeys. The result is sent as a form, so redirects work as usual. */
export const PasskeyForm = ({ words, place, label, create, autofill, primary, hint }: PasskeyFormProps) => (
  <form
    method="post"
    action={place.action}
    class="passkey"
    hidden={!place.sample}
    data-passkey={create ? 'create' : 'get'}
    data-options={place.options}
    data-first-options={place.firstOptions ? JSON.stringify(place.firstOptions) : undefined}
    data-autofill={autofill ? 'yes' : undefined}
    data-unknown={place.unknown ? JSON.stringify(place.unknown) : undefined}
  >
    <input type="hidden" name="credential" value="" />
    <button type="submit" class={primary ? 'primary' : 'secondary'}>
      {label} {hint && <span class="last-used">{hint}</span>}
    </button>
    <p class="problem" role="alert" data-failed hidden>
      {words.passkey.failed}
    </p>
    <Problem id="passkey-problem" text={place.problem} />
  </form>
)

/**
 * The script fills these in: whether the browser can create a passkey, so that no other browser is offered one, and its time
 * zone, for a new account.
 */
export const BrowserFields = () => (
  <>
    <input type="hidden" name="passkeys" value="" />
    <input type="hidden" name="zoneinfo" value="" />
  </>
)
