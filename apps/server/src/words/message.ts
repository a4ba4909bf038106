import { numberFormat } from './dates.ts'

/** A piece of a message that was compiled (compile.ts). `#` of a plural is the number that the plural is about. */
export type Part =
  | string
  | { value: string }
  | { number: string }
  | { plural: string; forms: Forms }
  | { select: string; forms: Forms }

type Forms = Readonly<Record<string, readonly Part[]>>

/** A message of a catalogue: a text, or parts if it has arguments. */
export type Message = string | readonly Part[]

/** Compiled messages by their keys. */
export interface Messages {
  readonly [key: string]: Message | Messages
}

/** A compiled catalogue (scripts/words): one file per language. */
export interface CompiledCatalogue {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly pages: Messages
  readonly mails: Messages
}

export type Values = Readonly<Record<string, string | number>>

/** How a language counts and writes numbers. Each is created when the first message needs it. */
export class NumberRules {
  readonly #lang: string
  #plural: Intl.PluralRules | undefined
  #number: Intl.NumberFormat | undefined

  constructor(lang: string) {
    this.#lang = lang
  }

  /** The plural category of a number (CLDR). */
  category(count: number): string {
    this.#plural ??= new Intl.PluralRules(this.#lang)
    return this.#plural.select(count)
  }

  /** Digits are 0 to 9 in every language, as in codes, times and addresses. */
  format(number: number): string {
    this.#number ??= numberFormat(this.#lang)
    return this.#number.format(number)
  }
}

/** What a message says with these values. */
export function textOf(parts: readonly Part[], values: Values, rules: NumberRules): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if ('value' in part) text += values[part.value]
    else if ('number' in part) text += rules.format(Number(values[part.number]))
    else text += textOf(formOf(part, values, rules), values, rules)
  }
  return text
}

function formOf(part: Exclude<Part, string>, values: Values, rules: NumberRules): readonly Part[] {
  if ('select' in part) return own(part.forms, String(values[part.select])) ?? part.forms.other ?? []
  if (!('plural' in part)) return []
  const count = Number(values[part.plural])
  return own(part.forms, `=${count}`) ?? own(part.forms, rules.category(count)) ?? part.forms.other ?? []
}

const own = (forms: Forms, name: string): readonly Part[] | undefined =>
  Object.hasOwn(forms, name) ? forms[name] : undefined

const isParts = (message: Message | Messages): message is readonly Part[] => Array.isArray(message)

/** Messages with arguments become functions of them; what else there is stays. */
export const callable = (messages: Messages, rules: NumberRules): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string'
        ? message
        : isParts(message)
          ? textFunction(message, rules)
          : callable(message, rules),
    ]),
  )

const textFunction = (parts: readonly Part[], rules: NumberRules) =>
  Object.assign((values: Values) => textOf(parts, values, rules), { parts })

/** The text of each plural category, with `#` in the place of the number: for a script that counts. */
export function pluralForms(message: (values: never) => string): Record<string, string> {
  const { parts = [] } = message as { parts?: readonly Part[] }
  const plural = parts.find((part) => typeof part === 'object' && 'plural' in part)
  if (typeof plural !== 'object' || !('plural' in plural)) return {}
  return Object.fromEntries(
    Object.entries(plural.forms).map(([name, form]) => [
      name,
      form.map((part) => (typeof part === 'string' ? part : '#')).join(''),
    ]),
  )
}
