import './busy.ts'

// Asks whether somebody has approved, and goes on then. Less and less often: nobody decides the faster for it.
const place = document.querySelector<HTMLElement>('[data-waiting]')
const firstPause = 4000
const longestPause = 30_000

async function ask(pause: number): Promise<void> {
  const again = () => setTimeout(() => ask(Math.min(pause * 1.2, longestPause)), pause)
  if (document.hidden) return void again()
  const answer = await fetch(place?.dataset.waiting ?? '', { redirect: 'manual' }).catch(() => null)
  // 204: nobody has decided yet. Anything else is a page for the person.
  if (answer === null || answer.status === 204) again()
  else location.reload()
}

if (place) {
  place.hidden = false
  setTimeout(() => ask(firstPause), firstPause)
}
