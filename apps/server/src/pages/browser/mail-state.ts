// The mail server says what it thinks of a mail a moment after the page was shown: the page is asked again for that part.
const place = document.querySelector<HTMLElement>('[data-mail]')
/** Seconds after the page was shown. */
const moments = [1, 3, 6, 12, 25]

async function look(): Promise<void> {
  // When the sign-in went on elsewhere, this page leads there; that is not for the script to follow.
  const answer = await fetch(location.href, { redirect: 'manual' })
  if (!place || !answer.ok) return
  const shown = new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelector<HTMLElement>('[data-mail]')
  if (!shown || shown.dataset.mail === place.dataset.mail) return
  // A refused address needs another page: it asks for an address instead of a code.
  if (shown.dataset.mail === 'refused') return location.replace(location.href)
  place.dataset.mail = shown.dataset.mail
  place.replaceChildren(...shown.childNodes)
}

// After a form that was refused, the address in the browser is the form's own, and asking for it is the same page.
const timers =
  place && place.dataset.mail !== 'refused'
    ? moments.map((moment) => setTimeout(() => look().catch(() => {}), moment * 1000))
    : []

// A form that was sent may complete the sign-in, and then this page can't be requested any more. The event comes with
// every way of sending a form; `submit` does not come when a script sends it, as a passkey's does.
addEventListener('formdata', () => timers.forEach(clearTimeout))
