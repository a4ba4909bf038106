import type { Words } from './generated/words.ts'
import { pluralForms } from './message.ts'
import { type TimeForms, waitingTime } from './plurals.ts'

/** A waiting time as it stands after the language's word for "in". */
export function inTime({ time }: Words, seconds: number): string {
  const { unit, count } = waitingTime(seconds)
  return time[unit]({ count })
}

/** For the script that counts down. */
export const timeForms = ({ time }: Words): TimeForms => ({
  seconds: pluralForms(time.seconds),
  minutes: pluralForms(time.minutes),
})
