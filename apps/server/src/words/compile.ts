// Compiles messages in ICU MessageFormat 1. The build does it for our catalogues, and the start of a server for the words of
// its operator; nothing else loads the parser.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Message, Part } from './message.ts'

/** What a message is given under a name. */
type ArgumentType = 'text' | 'number'

interface CompiledMessage {
  message: Message
  /** What is wrong with it, each as the end of a sentence that begins with its key. */
  mistakes: string[]
}

/** What a language demands of its messages. */
export interface LanguageRules {
  /** Its plural categories (CLDR). */
  categories: readonly string[]
  direction: 'ltr' | 'rtl'
}

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

export function rulesOf(lang: string): LanguageRules {
  const { script = '' } = new Intl.Locale(lang).maximize()
  return {
    categories: new Intl.PluralRules(lang).resolvedOptions().pluralCategories,
    direction: rightToLeft.has(script) ? 'rtl' : 'ltr',
  }
}

export function compileMessage(source: string, rules: LanguageRules): CompiledMessage {
  const mistakes = mistakesOfText(source)
  const parsed = parseMessage(source)
  if (typeof parsed === 'string') return { message: source, mistakes: [...mistakes, parsed] }
  const parts = partsOf(parsed, { rules, mistakes, counted: null })
  const message = parts.every((part) => typeof part === 'string') ? parts.join('') : parts
  return { message, mistakes: [...new Set(mistakes)] }
}

function parseMessage(source: string): MessageFormatElement[] | string {
  try {
    return parse(source, { ignoreTag: true, captureLocation: false })
  } catch (error) {
    const kind = error instanceof Error ? error.message.toLowerCase().replaceAll('_', ' ') : 'unreadable'
    return `is not a message in ICU MessageFormat: ${kind}`
  }
}

/** What no text of ours has: markup, which pages show as it is, and what hides how a text really reads (UAX 9). */
function mistakesOfText(source: string): string[] {
  const mistakes: string[] = []
  if (source.trim() === '') mistakes.push('is empty')
  else if (source.trim() !== source) mistakes.push('begins or ends with a space')
  if (/[<>&]/.test(source)) mistakes.push('has markup: < > & are not allowed')
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(source))
    mistakes.push('has characters that change direction')
  if (/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffd]/u.test(source)) mistakes.push('has control characters or line breaks')
  return mistakes
}

/**
 * Numbers and colors in right-to-left text, isolated (UAX 9): otherwise `+966 11 123 4567` would be shown with its groups in
 * the opposite order.
 */
const withIsolates = (text: string): string => text.replaceAll(/[+#][0-9A-Za-z]+(?: [0-9]+)*/g, '\u2066$&\u2069')

interface Place {
  rules: LanguageRules
  mistakes: string[]
  /** The argument that `#` stands for. */
  counted: string | null
}

const partsOf = (elements: readonly MessageFormatElement[], place: Place): Part[] =>
  elements.flatMap((element) => partOf(element, place))

function partOf(element: MessageFormatElement, place: Place): Part[] {
  const { mistakes, counted, rules } = place
  switch (element.type) {
    case TYPE.literal:
      return [rules.direction === 'rtl' ? withIsolates(element.value) : element.value]
    case TYPE.argument:
      return [{ value: element.value }]
    case TYPE.number:
      if (element.style) mistakes.push(`gives the number {${element.value}} a style`)
      return [{ number: element.value }]
    case TYPE.pound:
      return [counted === null ? '#' : { number: counted }]
    case TYPE.select:
      return [{ select: element.value, forms: formsOf(element.options, place) }]
    case TYPE.plural: {
      if (element.offset) mistakes.push(`has an offset in the plural of {${element.value}}`)
      if (element.pluralType === 'ordinal') mistakes.push(`counts {${element.value}} by selectordinal`)
      checkCategories(element.value, Object.keys(element.options), place)
      return [{ plural: element.value, forms: formsOf(element.options, { ...place, counted: element.value }) }]
    }
    default:
      mistakes.push(`has an argument that is neither text, number, plural nor select`)
      return []
  }
}

const formsOf = (options: Record<string, { value: MessageFormatElement[] }>, place: Place) =>
  Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, partsOf(value, place)]))

function checkCategories(name: string, given: readonly string[], { rules, mistakes }: Place): void {
  const { categories } = rules
  const missing = categories.filter((category) => !given.includes(category))
  const unknown = given.filter((category) => !category.startsWith('=') && !categories.includes(category))
  if (missing.length > 0) mistakes.push(`lacks the plural form ${missing.join(', ')} of {${name}}`)
  if (unknown.length > 0) mistakes.push(`has the plural form ${unknown.join(', ')}, which the language does not have`)
}

/** What a message wants to be given. Plurals are numbers, and what selects is text. */
export function argumentsOf(message: Message): ReadonlyMap<string, ArgumentType> {
  const found = new Map<string, ArgumentType>()
  const collect = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      if ('value' in part) found.set(part.value, 'text')
      else if ('number' in part) found.set(part.number, 'number')
      else {
        if ('plural' in part) found.set(part.plural, 'number')
        else found.set(part.select, 'text')
        for (const form of Object.values(part.forms)) collect(form)
      }
    }
  }
  if (typeof message !== 'string') collect(message)
  return found
}

/** How the arguments of a translation differ from those of the original. */
export function differences(original: Message, translation: Message): string[] {
  const wanted = argumentsOf(original)
  const given = argumentsOf(translation)
  return [
    ...[...wanted.keys()].filter((name) => !given.has(name)).map((name) => `lacks {${name}}`),
    ...[...given.keys()]
      .filter((name) => !wanted.has(name))
      .map((name) => `has {${name}}, which English does not have`),
    ...[...wanted]
      .filter(([name, type]) => given.has(name) && given.get(name) !== type)
      .map(([name, type]) => `uses {${name}} as a ${given.get(name)}: in English it is a ${type}`),
  ]
}
