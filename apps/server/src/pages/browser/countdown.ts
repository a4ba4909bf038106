import { counted, type TimeForms, waitingTime } from '../../words/plurals.ts'

// Counts the seconds until another code may be asked for, and enables the button then.
const button = document.querySelector<HTMLButtonElement>('button[data-wait]')
const note = document.querySelector<HTMLElement>('[data-countdown]')

if (button && note) {
  const end = performance.now() + Number(button.dataset.wait) * 1000
  const { sentence, forms }: { sentence: string; forms: TimeForms } = JSON.parse(note.dataset.countdown ?? '{}')
  const { lang } = document.documentElement
  const inWords = (seconds: number) => {
    const { unit, count } = waitingTime(seconds)
    return counted(lang, forms[unit], count)
  }
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000)
    button.disabled = left > 0
    note.textContent = left > 0 ? sentence.replace('#', inWords(left)) : ''
    if (left > 0) setTimeout(tick, 1000)
  }
  tick()
}
