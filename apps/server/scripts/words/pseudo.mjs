// Pseudo-languages for tests, made of the English words: en-XA is longer and has accents, ar-XB is written from right to left.
// What is not in a catalogue stays plain English, so a test sees it. `npm run words:pseudo FOLDER` writes both for WORDS_DIR.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileAll } from './sources.mjs'

export const pseudoTags = ['en-XA', 'ar-XB']

const letters = 'abcdefghijklmnopqrstuvwxyz'
const accented = [...'áƀçðéƒğĥíĵķłɱñóþqřšţúṽŵxýž']
const accentedCapitals = [...'ÁƁÇÐÉƑĞĤÍĴĶŁṀÑÓÞQŘŠŢÚṼŴXÝŽ']
const arabic = [...'ابجدهفغحيجكلمنوبقرستوفوخيز']

const replaceLetters = (text, lower, upper) =>
  [...text]
    .map((character) => {
      const index = letters.indexOf(character.toLowerCase())
      if (index < 0) return character
      return character === character.toLowerCase() ? lower[index] : upper[index]
    })
    .join('')

/** German and Finnish are a third longer than English; short texts grow more. */
const padding = (length) => 'ó'.repeat(Math.ceil(length < 20 ? length * 0.6 : length * 0.35))

/** `#` stands for a number in plurals alone. */
const quoted = (text, inPlural) => text.replaceAll("'", "''").replaceAll(inPlural ? /[{}#]+/g : /[{}]+/g, "'$&'")

const categoriesOf = (tag) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories

/** A compiled message as a source of another language. */
function printed(message, tag) {
  const words = (text, counted) =>
    quoted(
      tag === 'ar-XB' ? replaceLetters(text, arabic, arabic) : replaceLetters(text, accented, accentedCapitals),
      counted !== null,
    )
  const print = (parts, counted) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return words(part, counted)
        if ('value' in part) return `{${part.value}}`
        if ('number' in part) return part.number === counted ? '#' : `{${part.number}, number}`
        const { forms } = part
        if ('select' in part)
          return `{${part.select}, select, ${Object.entries(forms)
            .map(([name, form]) => `${name} {${print(form, counted)}}`)
            .join(' ')}}`
        const exact = Object.keys(forms).filter((name) => name.startsWith('='))
        const names = [...exact, ...categoriesOf(tag)]
        return `{${part.plural}, plural, ${names
          .map((name) => `${name} {${print(forms[name] ?? forms.other, part.plural)}}`)
          .join(' ')}}`
      })
      .join('')
  const text = print(typeof message === 'string' ? [message] : message, null)
  return tag === 'ar-XB' ? text : `[${text} ${padding(text.length)}]`
}

const printedAll = (messages, tag) =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'object' && !Array.isArray(value) ? printedAll(value, tag) : printed(value, tag),
    ]),
  )

/** The words of a pseudo-language, as a file of WORDS_DIR has them. */
export function pseudoWords(tag) {
  const [{ catalogue }] = compileAll(['en'])
  return printedAll({ ...catalogue.pages, mails: catalogue.mails }, tag)
}

export function writePseudoWords(folder) {
  mkdirSync(folder, { recursive: true })
  for (const tag of pseudoTags) writeFileSync(join(folder, `${tag}.json`), JSON.stringify(pseudoWords(tag), null, 2))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('name the folder to write to')
  writePseudoWords(folder)
}
