// Before the package is packed: the starters as somebody copies them. They stand in examples/, and nowhere twice in Git.
import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

const examples = join(import.meta.dirname, '../../../examples')
const starters = join(import.meta.dirname, '../starters')
const built =
  /^(node_modules|\.next|\.nuxt|\.output|\.turbo|\.react-router|build|dist|generated|data|test-results|\.env|next-env\.d\.ts|.*\.tsbuildinfo)$/

rmSync(starters, { recursive: true, force: true })
for (const name of readdirSync(examples))
  cpSync(join(examples, name), join(starters, name), {
    recursive: true,
    filter: (path) => !built.test(basename(path)),
  })
// npm takes a file of this name for a list of what it must leave out, and does not pack it.
for (const path of readdirSync(starters, { recursive: true, encoding: 'utf8' }))
  if (basename(path) === '.gitignore') renameSync(join(starters, path), join(starters, path, '../gitignore'))
