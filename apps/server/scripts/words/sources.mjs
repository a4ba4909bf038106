// The catalogues in `words`, as they are in the repository, and compiled.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCatalogue, compileCatalogue } from '../../src/words/compile-catalogue.ts'

const root = join(import.meta.dirname, '../../words')
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The languages that have a folder, English first. */
export const languageTags = () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name).sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1))
}

/** The files of a language. JSON that can't be read is one of the mistakes. */
export function readFiles(tag, mistakes) {
  const names = readdirSync(join(root, tag)).sort()
  return names.flatMap((name) => {
    const path = `${tag}/${name}`
    try {
      return [{ name: `words/${path}`, content: readJson(path) }]
    } catch (error) {
      mistakes.push(`words/${path}: is not JSON: ${error.message}`)
      return []
    }
  })
}

/** A button may be 1.6 times as long as in English. Short words vary more: 32 characters fit on a narrow screen. */
function limitsOf(context, english) {
  const lengthOf = (key) => {
    const message = messageAt(english, key)
    return typeof message === 'string' ? [...message].length : 0
  }
  return Object.fromEntries(
    Object.entries(context).flatMap(([key, { button, maxLength }]) => {
      if (maxLength !== undefined) return [[key, maxLength]]
      return button ? [[key, Math.max(32, Math.ceil(lengthOf(key) * 1.6))]] : []
    }),
  )
}

/** The message of a key with dots; keys may have dots themselves. */
function messageAt(messages, key) {
  for (const [name, value] of Object.entries(messages)) {
    if (name === key) return value
    if (!key.startsWith(`${name}.`) || typeof value !== 'object' || Array.isArray(value)) continue
    const found = messageAt(value, key.slice(name.length + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** Compiles every language: its catalogue, what is wrong with it, and which keys it lacks. */
export function compileAll(tags = languageTags()) {
  const context = readJson('context.json')
  const mistakes = []
  const english = compileCatalogue({ lang: 'en', files: readFiles('en', mistakes), english: null })
  const limits = limitsOf(context, english.messages)
  const contextMistakes = Object.keys(context)
    .filter((key) => messageAt(english.messages, key) === undefined)
    .map((key) => `words/context.json: ${key} is not a key of the English words`)
  return tags.map((tag) => {
    const unreadable = []
    const compiled = compileCatalogue({
      lang: tag,
      files: readFiles(tag, unreadable),
      english: tag === 'en' ? null : english.messages,
      limits,
    })
    return {
      tag,
      catalogue: asCatalogue(tag, compiled.messages),
      mistakes: [...(tag === 'en' ? contextMistakes : []), ...unreadable, ...compiled.mistakes],
      missing: compiled.missing,
    }
  })
}
