import './busy.ts'
import { startRegistration } from '@simplewebauthn/browser'
import { preparePasskeyForms } from './passkey-form.ts'
import { signal } from './signals.ts'

// Creating a passkey, and telling the password manager which ones the account still has.
preparePasskeyForms('create', ({ optionsJSON }) => startRegistration({ optionsJSON }))

const known = document.querySelector<HTMLElement>('[data-passkeys-known]')?.dataset.passkeysKnown
if (known) {
  const { rpId, userId, allAcceptedCredentialIds, name, displayName } = JSON.parse(known)
  signal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds })
  signal('signalCurrentUserDetails', { rpId, userId, name, displayName })
}
