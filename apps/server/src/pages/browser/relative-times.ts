import { relativeTime } from '../../words/relative-time.ts'

// Keeps "3 minutes ago" current while a page is open.
const { lang } = document.documentElement
const times = document.querySelectorAll<HTMLTimeElement>('time[data-relative]')

function refresh(): void {
  for (const time of times) {
    const text = relativeTime(lang, new Date(time.dateTime), new Date())
    if (text && text !== time.textContent) time.textContent = text
  }
}

if (times.length > 0) setInterval(() => document.hidden || refresh(), 60_000)
