import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notRunLines, onlyInTestAll, readReport } from '../../scripts/test-report.mjs'

// What the last lines of `npm test` are made of.

const result = (status: string, skipped?: string) => ({ status, meta: { skipped } })
const file = (status: string, ...assertionResults: object[]) => ({ name: 'a.test.ts', status, assertionResults })
const report = (testResults: object[], { failed = 0, success = true } = {}) =>
  readReport({ numPassedTests: 1, numFailedTests: failed, success, testResults })

test('skipped tests are counted by their reasons, and one without a reason too', () => {
  const { skipped } = report([
    file('passed', result('passed'), result('skipped', 'it is long'), result('pending', 'it is long'), result('todo')),
  ])
  expect(notRunLines(skipped, { all: true })).toEqual(['skipped: 2 (it is long), 1 (without a reason)'])
})

test('nothing is said where everything was run', () => {
  const { passed, failed, broken, skipped } = report([file('passed', result('passed'))])
  expect({ passed, failed, broken }).toEqual({ passed: 1, failed: 0, broken: [] })
  expect(notRunLines(skipped, { all: true })).toEqual([])
})

test('`npm test` names the files that only `npm run test:all` has', () => {
  const [line = ''] = notRunLines(new Map(), { all: false })
  for (const path of onlyInTestAll) {
    expect(line).toContain(path)
    expect(existsSync(join(import.meta.dirname, '../..', path)), path).toBe(true)
  }
})

test('a file that failed without a failed test, and a run that failed without either, are failures', () => {
  expect(report([file('failed', result('passed'))], { success: false }).broken).toEqual(['suite a.test.ts'])
  expect(report([file('failed', result('failed'))], { failed: 1, success: false }).broken).toEqual([])
  expect(report([file('passed', result('passed'))], { success: false }).broken).toEqual(['vitest'])
})
