import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// On npm, `vestibule` belongs to somebody else, and anybody could claim `create-vestibule` and the name of our program. A line
// that fetches one of them runs a stranger's code: in documents, messages, starters and tests alike.

const root = join(import.meta.dirname, '../..')
const own = 'tests/repo/package-names.test.ts'

const fetching =
  'npx|pnpx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|create|init|install|i|add)|"(?:npx|exec|dlx|create|install|add)",'
const options = String.raw`(?: +-[\w=:./-]+)*`
const strangers = new RegExp(`\\b(?:${fetching})${options} +["'\`]?(?:create-)?vestibule(?:-cli)?(?=[\\s@"'\`]|$)`, 'm')

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(md|mdx|[cm]?[jt]sx?|vue|json|ya?ml|sh|html|txt)$/.test(path) && path !== own)
  .filter((path) => path !== 'pnpm-lock.yaml' && existsSync(join(root, path)))

test('nothing names a package that belongs to strangers', () => {
  const found = files.filter((path) => strangers.test(readFileSync(join(root, path), 'utf8')))
  expect(found).toEqual([])
})

test('nothing depends on one', () => {
  for (const path of files.filter((file) => file.endsWith('package.json'))) {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
    expect(
      names.filter((name) => /^(create-)?vestibule(-cli)?$/.test(name)),
      path,
    ).toEqual([])
  }
})

test.each([
  'npx vestibule add',
  'npx --yes vestibule@latest add',
  'run `npx create-vestibule`',
  'npm create vestibule',
  'npm install --save-dev vestibule',
  'pnpm dlx vestibule-cli add',
  'bunx vestibule',
])('%s would be found', (line) => expect(line).toMatch(strangers))

test.each([
  'npx @vestibule/cli add',
  'npx ../vestibule-packages/vestibule-cli-*.tgz add',
  'npm run vestibule clients list',
  'npm install ../vestibule-packages/vestibule-core-*.tgz',
  'vestibule clients delete',
])('%s would not', (line) => expect(line).not.toMatch(strangers))
