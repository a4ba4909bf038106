import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimsOfScope } from '../../apps/server/src/oidc/claims.ts'
import { standardScopes } from '../../apps/server/src/oidc/scopes.ts'

const docs = join(import.meta.dirname, '../../docs')
/** The rows of a table of a page: from its header to the next empty line. */
const rowsOf = (page: string, header: string) =>
  readFileSync(join(docs, page), 'utf8')
    .split(`\n${header}\n`)[1]
    ?.split('\n\n')[0]
    ?.split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim())) ?? []

/** What stands between backquotes, word by word. */
const wordsIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, text]) => text?.split(/[ ,]/) ?? [])

test.each(standardScopes.filter((scope) => claimsOfScope(scope).length > 0))(
  'docs/reference.md names the claims of the scope %s',
  (scope) => {
    const row = rowsOf('reference.md', '| scope | claims |').find(([, scopes]) => wordsIn(scopes).includes(scope))
    expect(wordsIn(row?.[2])).toEqual(expect.arrayContaining([...claimsOfScope(scope)]))
  },
)

test('docs/configuration.md names the scopes that a client may have', () => {
  const [line] = readFileSync(join(docs, 'configuration.md'), 'utf8').match(/^\| `\.\.\._SCOPES` .*/m) ?? []
  expect(wordsIn(line)).toEqual(expect.arrayContaining([...standardScopes]))
})
