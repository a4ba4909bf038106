import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { picture } from '../../bench/report/picture.mjs'
import { fillTables, readResults } from '../../bench/report/tables.mjs'

const docs = join(import.meta.dirname, '../../docs')
const results = readResults(join(docs, 'performance'))

test('the tables and the picture of the performance page are those of the saved runs', () => {
  const page = readFileSync(join(docs, 'performance.md'), 'utf8')
  expect(fillTables(page, results)).toBe(page)
  expect(picture(results.speed)).toBe(readFileSync(join(docs, 'performance/speed.svg'), 'utf8'))
})
