// `npm run words:render [TAG...]` renders every page and every mail in every language, or in these, with every number. It fails on words
// that fall back to English, on placeholders that stay, and on pages without language or direction.
import { spawnSync } from 'node:child_process'
import { languageTags } from './sources.mjs'

const tags = process.argv.slice(2)
const unknown = tags.filter((tag) => !languageTags().includes(tag))
if (unknown.length > 0) {
  console.error(`There are no words in ${unknown.join(', ')}. \`npm run words:check\` lists the languages.`)
  process.exit(1)
}
const files = ['every-page', 'words', 'mails'].map((name) => `apps/server/test/${name}.test.ts`)
const { status } = spawnSync('vitest', ['run', '--project', 'all', ...files], {
  stdio: 'inherit',
  env: { ...process.env, WORDS_RENDER: (tags.length > 0 ? tags : languageTags()).join(',') },
})
process.exitCode = status ?? 1
