// `npm run words:check [TAG...]` prints what is in each catalogue, what it lacks, and what is wrong with it.
import { compileAll, languageTags } from './sources.mjs'

const countOf = (messages) =>
  Object.values(messages).reduce(
    (sum, value) => sum + (typeof value === 'object' && !Array.isArray(value) ? countOf(value) : 1),
    0,
  )

const nameOf = (tag) => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag)

const chosen = process.argv.slice(2)
const unknown = chosen.filter((tag) => !languageTags().includes(tag))
for (const tag of unknown) console.log(`words/${tag}: there is no such folder`)
const languages = compileAll(chosen.length > 0 ? chosen.filter((tag) => !unknown.includes(tag)) : languageTags())
for (const { tag, catalogue, mistakes, missing } of languages) {
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.join(' ')
  const count = countOf(catalogue.pages) + countOf(catalogue.mails)
  console.log(
    `${tag.padEnd(8)} ${nameOf(tag).padEnd(24)} ${catalogue.dir}  ${count} messages, ${missing.length} missing, ${mistakes.length} mistakes; plural forms: ${categories}`,
  )
  for (const mistake of mistakes) console.log(`  ${mistake}`)
  const shown = chosen.length > 0 ? missing : missing.slice(0, 10)
  for (const key of shown) console.log(`  words/${tag}: ${key} is missing`)
  if (missing.length > shown.length) console.log(`  and ${missing.length - shown.length} more`)
}
process.exitCode =
  unknown.length > 0 || languages.some(({ mistakes, missing }) => mistakes.length + missing.length > 0) ? 1 : 0
