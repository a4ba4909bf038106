// Compiles the catalogues in `words`: a file per language for the server to read, and the types of the English words.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argumentsOf } from '../../src/words/compile.ts'
import { compileAll } from './sources.mjs'

const server = join(import.meta.dirname, '../..')

const nameOf = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

function typeOf(message) {
  const types = [...argumentsOf(message)].map(
    ([name, type]) => `${nameOf(name)}: ${type === 'number' ? 'number' : 'string'}`,
  )
  return types.length === 0 ? 'string' : `(values: { ${types.join('; ')} }) => string`
}

/** The members of a type for messages, each on its own line. */
const membersOf = (messages, indent) =>
  Object.entries(messages)
    .map(([key, value]) => {
      const isGroup = typeof value === 'object' && !Array.isArray(value)
      const type = isGroup ? `{\n${membersOf(value, `${indent}  `)}${indent}}` : typeOf(value)
      return `${indent}${nameOf(key)}: ${type}\n`
    })
    .join('')

const interfaceOf = (name, comment, messages) =>
  `/** ${comment} */\nexport interface ${name} {\n  lang: string\n  dir: 'ltr' | 'rtl'\n${membersOf(messages, '  ')}}\n`

const typesOf = (tags, { pages, mails }) => `// Generated from words by scripts/words/generate.mjs.

/** The languages with a catalogue (BCP 47), English first. */
export const languageTags: readonly string[] = ${JSON.stringify(tags)}

${interfaceOf('Words', 'Every word of the pages.', pages)}
${interfaceOf('MailWords', 'Every word of the mails.', mails)}`

/** @throws Error with every mistake in the catalogues */
export function generateWords() {
  const languages = compileAll()
  const mistakes = languages.flatMap(({ tag, mistakes, missing }) => [
    ...mistakes,
    ...missing.map((key) => `words/${tag}: ${key} is missing`),
  ])
  if (mistakes.length > 0) throw new Error(`the catalogues of words have mistakes:\n${mistakes.join('\n')}`)
  const compiled = join(server, 'generated/words')
  rmSync(compiled, { recursive: true, force: true })
  mkdirSync(compiled, { recursive: true })
  for (const { tag, catalogue } of languages) writeFileSync(join(compiled, `${tag}.json`), JSON.stringify(catalogue))
  const types = join(server, 'src/words/generated')
  mkdirSync(types, { recursive: true })
  const [english] = languages
  writeFileSync(
    join(types, 'words.ts'),
    typesOf(
      languages.map(({ tag }) => tag),
      english.catalogue,
    ),
  )
}
