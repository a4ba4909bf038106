import { compileMessage, differences, type LanguageRules, rulesOf } from './compile.ts'
import type { CompiledCatalogue, Message, Messages } from './message.ts'

/** A file of a catalogue: messages by their keys, in objects of any depth. */
export interface WordsFile {
  /** How mistakes name it. */
  name: string
  content: unknown
}

interface Compilation {
  messages: Messages
  /** Whole sentences: which file, which key, what is wrong. */
  mistakes: string[]
  /** The keys that English has and the files don't. */
  missing: string[]
}

interface CompilationOptions {
  lang: string
  files: readonly WordsFile[]
  /** What English says, to compare with. Null for English itself. */
  english: Messages | null
  /** How many characters a message may have at most, by its key. */
  limits?: Readonly<Record<string, number>>
}

type Tree = Record<string, unknown>
type Group = Record<string, Message | Messages>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessage = (value: Message | Messages | undefined): value is Message =>
  typeof value === 'string' || Array.isArray(value)

const own = (messages: Messages, key: string): Message | Messages | undefined =>
  Object.hasOwn(messages, key) ? messages[key] : undefined

/** Compiles the files of a language, and finds all mistakes at once. */
export function compileCatalogue({ lang, files, english, limits = {} }: CompilationOptions): Compilation {
  const rules = rulesOf(lang)
  const messages: Group = {}
  const mistakes = files.flatMap(({ name, content }) => {
    if (!isTree(content)) return [`${name}: is not a JSON object`]
    const found: string[] = []
    const mistake = (path: readonly string[], text: string) => found.push(`${name}: ${path.join('.')} ${text}`)
    compileGroup({ rules, limits, mistake }, content, messages, { english, path: [] })
    return found
  })
  return { messages, mistakes, missing: english ? missingKeys(english, messages) : [] }
}

interface FileContext {
  rules: LanguageRules
  limits: Readonly<Record<string, number>>
  mistake(path: readonly string[], text: string): void
}

/** Compiles what an object of a file says into a group of messages, which other files may have begun. */
function compileGroup(
  context: FileContext,
  tree: Tree,
  group: Group,
  { english, path }: { english: Messages | null; path: readonly string[] },
): void {
  for (const [key, value] of Object.entries(tree)) {
    const place = [...path, key]
    const original = english === null ? null : own(english, key)
    if (original === undefined) context.mistake(place, 'is not a key of the English words')
    else if (isTree(value)) {
      const begun = own(group, key)
      const inside: Group = begun === undefined || isMessage(begun) ? {} : { ...begun }
      if (original !== null && isMessage(original)) context.mistake(place, 'is a group, and in English a text')
      else compileGroup(context, value, inside, { english: original, path: place })
      group[key] = inside
    } else if (typeof value !== 'string') context.mistake(place, 'is not a text')
    else if (original !== null && !isMessage(original)) context.mistake(place, 'is a text, and in English a group')
    else if (Object.hasOwn(group, key)) context.mistake(place, 'is there twice')
    else group[key] = compileText(context, value, original, place)
  }
}

function compileText(
  { rules, limits, mistake }: FileContext,
  source: string,
  original: Message | null,
  path: readonly string[],
): Message {
  const { message, mistakes } = compileMessage(source, rules)
  const others = original === null || mistakes.length > 0 ? [] : differences(original, message)
  for (const text of [...mistakes, ...others]) mistake(path, text)
  const limit = limits[path.join('.')]
  const length = typeof message === 'string' ? [...message].length : 0
  if (limit !== undefined && length > limit) mistake(path, `has ${length} characters, and may have ${limit}`)
  return message
}

/** The keys of texts that are in one and not in the other. */
function missingKeys(english: Messages, messages: Messages, path: readonly string[] = []): string[] {
  return Object.entries(english).flatMap(([key, value]) => {
    const place = [...path, key]
    const found = own(messages, key)
    if (isMessage(value)) return found === undefined ? [place.join('.')] : []
    return missingKeys(value, found === undefined || isMessage(found) ? {} : found, place)
  })
}

/** Messages with others in their place where there are others. */
export function overlaid(base: Messages, over: Messages): Messages {
  const result: Record<string, Message | Messages> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = own(base, key)
    result[key] = isMessage(value) || below === undefined || isMessage(below) ? value : overlaid(below, value)
  }
  return result
}

/** A catalogue as a server reads it: the words of pages, and apart from them those of mails. */
export function asCatalogue(lang: string, { mails, ...pages }: Messages): CompiledCatalogue {
  return { lang, dir: rulesOf(lang).direction, pages, mails: mails === undefined || isMessage(mails) ? {} : mails }
}
