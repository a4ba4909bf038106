/** A text for each plural category of a language (CLDR); `#` stands for the number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** How a time until something is written, as it stands after the language's word for "in". */
export interface TimeForms {
  second: Forms
  minute: Forms
}

/** The text for a number. Digits are the ones of the other words: 0 to 9 in every language of ours. */
export const counted = (lang: string, forms: Forms, count: number): string =>
  (forms[new Intl.PluralRules(lang).select(count)] ?? forms.other).replace('#', String(count))

/** A waiting time in words: seconds below two minutes, then whole minutes, rounded up. */
export const waitingTime = (lang: string, forms: TimeForms, seconds: number): string =>
  seconds < 120 ? counted(lang, forms.second, seconds) : counted(lang, forms.minute, Math.ceil(seconds / 60))
