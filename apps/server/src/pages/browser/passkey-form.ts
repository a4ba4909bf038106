import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'

/** Runs one ceremony of Web Authentication with the options that the server sent. Resolves with the browser's answer. */
// biome-ignore lint/suspicious/noExplicitAny: options travel from the server's half of the library to its browser half
export type Ceremony = (options: { optionsJSON: any; useBrowserAutofill: boolean }) => Promise<object>

/** Milliseconds. A challenge expires after five minutes. */
const challengeUse = 240_000

let attempts = 0

/** The options that came with the page: good for one attempt, as every challenge is. */
function takeFirstOptions(form: HTMLFormElement): object | null {
  const { firstOptions } = form.dataset
  delete form.dataset.firstOptions
  return firstOptions && performance.now() < challengeUse ? JSON.parse(firstOptions) : null
}

/** Null if the sign-in has become too old for a change: the page says so when it is loaded again. */
async function fetchOptions(form: HTMLFormElement): Promise<object | null> {
  const answer = await fetch(form.dataset.options ?? '', { method: 'POST' })
  if (answer.status === 403) {
    location.reload()
    return null
  }
  if (!answer.ok) throw new Error('no options')
  return answer.json()
}

/** Asks for options, hands them to the browser, and sends what comes back in the form. */
async function submit(form: HTMLFormElement, ceremony: Ceremony, useBrowserAutofill: boolean): Promise<void> {
  const attempt = ++attempts
  WebAuthnAbortService.cancelCeremony()
  const optionsJSON = takeFirstOptions(form) ?? (await fetchOptions(form))
  if (!optionsJSON) return
  // While this attempt waited for its options another one began, which it must not cancel.
  if (attempt !== attempts) return
  const credential = await ceremony({ optionsJSON, useBrowserAutofill })
  const field = form.elements.namedItem('credential')
  if (field instanceof HTMLInputElement) field.value = JSON.stringify(credential)
  form.submit()
}

/** Offers passkeys in the email field, where the browser can. */
async function offerAutofill(form: HTMLFormElement, ceremony: Ceremony): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  submit(form, ceremony, true).catch(() => {})
  // A page left open asks for a new one.
  setTimeout(() => offerAutofill(form, ceremony), challengeUse)
}

/** Shows the passkey forms of a page and runs the ceremony when one is submitted. */
export function preparePasskeyForms(kind: 'create' | 'get', ceremony: Ceremony): void {
  if (!browserSupportsWebAuthn()) return
  for (const form of document.querySelectorAll<HTMLFormElement>(`form[data-passkey=${kind}]`)) {
    const failed = form.querySelector<HTMLElement>('[data-failed]')
    const show = (visible: boolean) => {
      if (failed) failed.hidden = !visible
    }
    form.hidden = false
    const first = form.closest<HTMLElement>('[data-passkey-first]')
    if (first) first.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      show(false)
      submit(form, ceremony, false).catch((error) => {
        if (error.name !== 'AbortError') show(true)
        if (form.dataset.autofill) offerAutofill(form, ceremony)
      })
    })
    if (form.dataset.autofill) offerAutofill(form, ceremony)
  }
}
