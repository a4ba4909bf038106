// On a slow line, two presses of a button are one: a form that was sent holds back every other one until the next page
// is there, or until it is clear that none is coming.
const giveUpAfter = 30_000
let sent: HTMLFormElement | null = null

function release(): void {
  sent?.removeAttribute('aria-busy')
  sent = null
}

// The last listener to hear of a form: one that was stopped before is not sent.
addEventListener('submit', (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
  if (sent) return event.preventDefault()
  sent = event.target
  sent.setAttribute('aria-busy', 'true')
  setTimeout(release, giveUpAfter)
})

// The browser shows the page again as it was left.
addEventListener('pageshow', release)
