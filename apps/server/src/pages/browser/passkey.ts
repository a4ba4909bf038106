import { platformAuthenticatorIsAvailable, startAuthentication } from '@simplewebauthn/browser'
import { preparePasskeyForms } from './passkey-form.ts'
import { signal } from './signals.ts'

// Signing in with a passkey.
preparePasskeyForms('get', startAuthentication)

const unknown = document.querySelector<HTMLElement>('[data-unknown]')?.dataset.unknown
if (unknown) signal('signalUnknownCredential', JSON.parse(unknown))

// Whether this device could create a passkey: the page after signing in then offers it.
const flag = document.querySelector<HTMLInputElement>('input[name=passkeys]')
if (flag)
  platformAuthenticatorIsAvailable().then((available) => {
    if (available) flag.value = 'yes'
  })
