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

/** How a language counts, writes numbers, and puts text in. Each format is created when the first message needs it. */
export class LanguageFormat {
  readonly #lang: string
  readonly #isolates: boolean
  #plural: Intl.PluralRules | undefined
  #number: Intl.NumberFormat | undefined

  /** @param isolates - Whether text that is put in keeps its own direction: a Latin name in an Arabic sentence (UAX 9). */
  constructor(lang: string, isolates = false) {
    this.#lang = lang
    this.#isolates = isolates
  }

  text(value: string | number | undefined): string {
    return this.#isolates && value !== '' ? `\u2068${value}\u2069` : String(value)
  }

  /** The plural category of a number (CLDR). */
  category(count: number): string {
    this.#plural ??= new Intl.PluralRules(this.#lang)
    return this.#plural.select(count)
  }

  /** Digits are 0 to 9 in every language, as in codes, times and addresses. */
  number(number: number): string {
    this.#number ??= numberFormat(this.#lang)
    return this.#number.format(number)
  }
}

/** What a message says with these values. */
export function textOf(parts: readonly Part[], values: Values, format: LanguageFormat): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if ('value' in part) text += format.text(values[part.value])
    else if ('number' in part) text += format.number(Number(values[part.number]))
    else text += textOf(formOf(part, values, format), values, format)
  }
  return text
}

function formOf(part: Exclude<Part, string>, values: Values, format: LanguageFormat): readonly Part[] {
  if ('select' in part) return own(part.forms, String(values[part.select])) ?? part.forms.other ?? []
  if (!('plural' in part)) return []
  const count = Number(values[part.plural])
  return own(part.forms, `=${count}`) ?? own(part.forms, format.category(count)) ?? part.forms.other ?? []
}

const own = (forms: Forms, name: string): readonly Part[] | undefined =>
  Object.hasOwn(forms, name) ? forms[name] : undefined

const isParts = (message: Message | Messages): message is readonly Part[] => Array.isArray(message)

/** Messages with arguments become functions of them; what else there is stays. */
export const callable = (messages: Messages, format: LanguageFormat): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string'
        ? message
        : isParts(message)
          ? textFunction(message, format)
          : callable(message, format),
    ]),
  )

const textFunction = (parts: readonly Part[], format: LanguageFormat) =>
  Object.assign((values: Values) => textOf(parts, values, format), { parts })

/**
 * A message as it was written, with `{name}` in the place of each value, for people who write a text of their own.
 * @param names - What a value is called to them, where that is not its name in the catalogue.
 */
export function patternOf(message: (values: never) => string, names: Readonly<Record<string, string>> = {}): string {
  const { parts = [] } = message as { parts?: readonly Part[] }
  return patternOfParts(parts, names)
}

function patternOfParts(parts: readonly Part[], names: Readonly<Record<string, string>>): string {
  const placeholder = (name: string) => `{${names[name] ?? name}}`
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('value' in part) return placeholder(part.value)
      if ('number' in part) return placeholder(part.number)
      return patternOfParts(part.forms.other ?? [], names)
    })
    .join('')
}

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
