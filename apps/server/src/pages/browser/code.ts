// Sends a code by itself when its last digit is there, however it came: typed, pasted, or filled in by the browser.
const codeField = document.querySelector<HTMLInputElement>('input[data-digits]')
const digits = Number(codeField?.dataset.digits)
/** A code is sent by itself once: whoever goes back to it presses the button. */
let submitted = ''

/** Digits as keyboards of other scripts and wide characters have them, without spaces and dashes. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\s-]/g, '')

function submitWhenComplete(): void {
  const code = plain(codeField?.value ?? '')
  if (!codeField?.form || code === submitted || !/^\d+$/.test(code) || code.length !== digits) return
  submitted = code
  codeField.value = code
  codeField.form.requestSubmit()
}

if (codeField) {
  for (const hint of document.querySelectorAll<HTMLElement>('[data-sent-by-itself]')) hint.hidden = false
  codeField.addEventListener('input', (event) => {
    const { isComposing, data } = event as Partial<InputEvent>
    // While an input method composes a text, it is not what was typed.
    if (isComposing) return
    // What came in one piece was filled in by a program, which may send the form itself: it gets the time for that.
    if (data?.length === 1) submitWhenComplete()
    else setTimeout(submitWhenComplete, 1500)
  })
  codeField.addEventListener('compositionend', submitWhenComplete)
  // The code may come with the words around it.
  codeField.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? ''
    const code = new RegExp(`(?<!\\d)(?:\\d[\\s-]?){${digits}}(?!\\d)`).exec(text.normalize('NFKC'))
    if (!code) return
    event.preventDefault()
    codeField.value = plain(code[0])
    submitWhenComplete()
  })
}
