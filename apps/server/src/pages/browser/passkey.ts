import { fromBytes, toBytes } from './base64url.ts'

// Passkeys: asks for options, hands them to the browser, and sends what comes back in a form.

/** What the server sends: the options of Web Authentication with their bytes in base64url. */
interface Options {
  challenge: string
  user?: { id: string }
  allowCredentials?: { id: string }[]
  excludeCredentials?: { id: string }[]
}

/** The signals of Web Authentication Level 3, section 5.1.10, which not every browser has. */
interface Signals {
  signalUnknownCredential?(options: unknown): Promise<void>
  signalAllAcceptedCredentials?(options: unknown): Promise<void>
  signalCurrentUserDetails?(options: unknown): Promise<void>
}

const supported: (typeof PublicKeyCredential & Signals) | undefined = window.PublicKeyCredential
let pending: AbortController | undefined

async function ask(form: HTMLFormElement, { conditional }: { conditional: boolean }): Promise<void> {
  pending?.abort()
  const current = new AbortController()
  pending = current
  const answer = await fetch(form.dataset.options ?? '', { method: 'POST' })
  // The sign-in has become too old for a change: the page says so when it is loaded again.
  if (answer.status === 403) return location.reload()
  if (!answer.ok) throw new Error('no options')
  const create = form.dataset.passkey === 'create'
  const publicKey = withBytes(await answer.json())
  const options = { publicKey, signal: current.signal, ...(conditional ? { mediation: 'conditional' as const } : {}) }
  const credential = create ? await navigator.credentials.create(options) : await navigator.credentials.get(options)
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no credential')
  const field = form.elements.namedItem('credential')
  if (field instanceof HTMLInputElement) field.value = JSON.stringify(asJson(credential))
  form.submit()
}

function withBytes(options: Options) {
  const descriptors = (list: { id: string }[] | undefined) => list?.map((item) => ({ ...item, id: toBytes(item.id) }))
  return {
    ...options,
    challenge: toBytes(options.challenge),
    ...(options.user ? { user: { ...options.user, id: toBytes(options.user.id) } } : {}),
    allowCredentials: descriptors(options.allowCredentials),
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions
}

function asJson({ id, type, response }: PublicKeyCredential) {
  const clientDataJSON = fromBytes(response.clientDataJSON)
  if (response instanceof AuthenticatorAttestationResponse) {
    const attestationObject = fromBytes(response.attestationObject)
    const transports = response.getTransports?.() ?? []
    return { id, rawId: id, type, response: { clientDataJSON, attestationObject, transports } }
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('an unknown response')
  const authenticatorData = fromBytes(response.authenticatorData)
  const signature = fromBytes(response.signature)
  const userHandle = response.userHandle ? fromBytes(response.userHandle) : ''
  return { id, rawId: id, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** Offers passkeys in the field of the address, where the browser can. */
async function offerAutofill(form: HTMLFormElement): Promise<void> {
  if (!(await supported?.isConditionalMediationAvailable?.())) return
  ask(form, { conditional: true }).catch(() => {})
  // A challenge lives for five minutes: a page left open asks for a new one.
  setTimeout(() => offerAutofill(form), 240_000)
}

function prepare(form: HTMLFormElement): void {
  const failed = form.querySelector<HTMLElement>('[data-failed]')
  const show = (visible: boolean) => {
    if (failed) failed.hidden = !visible
  }
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show(false)
    ask(form, { conditional: false }).catch((error) => {
      if (error.name !== 'AbortError') show(true)
      if (form.dataset.autofill) offerAutofill(form)
    })
  })
  if (form.dataset.autofill) offerAutofill(form)
  if (form.dataset.unknown) supported?.signalUnknownCredential?.(JSON.parse(form.dataset.unknown)).catch(() => {})
}

/** Tells the picker of the person which passkeys their account still has, and how they are called. */
function tellPicker(known: HTMLElement): void {
  const { rpId, userId, allAcceptedCredentialIds, name, displayName } = JSON.parse(known.dataset.passkeysKnown ?? '{}')
  supported?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(() => {})
  supported?.signalCurrentUserDetails?.({ rpId, userId, name, displayName }).catch(() => {})
}

if (supported) {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) prepare(form)
  const flag = document.querySelector<HTMLInputElement>('input[name=passkeys]')
  if (flag)
    supported.isUserVerifyingPlatformAuthenticatorAvailable?.().then((available) => {
      if (available) flag.value = 'yes'
    })
  const known = document.querySelector<HTMLElement>('[data-passkeys-known]')
  if (known) tellPicker(known)
}
