// Counting in a browser, where the text of each plural category is all there is of a message.

/** A text for each plural category of a language (CLDR); `#` stands for the number. */
export type Forms = Readonly<Record<string, string>>

/** How a time until something is written, as it stands after the language's word for "in". */
export interface TimeForms {
  seconds: Forms
  minutes: Forms
}

/** A waiting time as the number and the unit it is written in: seconds below two minutes, then whole minutes, rounded up. */
export const waitingTime = (seconds: number): { unit: keyof TimeForms; count: number } =>
  seconds < 120 ? { unit: 'seconds', count: seconds } : { unit: 'minutes', count: Math.ceil(seconds / 60) }

/** The text for a number. Digits are 0 to 9 in every language of ours. */
export const counted = (lang: string, forms: Forms, count: number): string =>
  (forms[new Intl.PluralRules(lang).select(count)] ?? forms.other ?? '#').replace('#', String(count))
