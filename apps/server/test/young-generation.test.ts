import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Allocates as a server does that answers many requests, turn by turn, and prints how large the young generation became. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setImmediate } from 'node:timers/promises'
  import { limitYoungGeneration } from ${JSON.stringify(join(import.meta.dirname, '../src/young-generation.ts'))}

  limitYoungGeneration()
  let largest = 0
  const alive = []
  for (let turn = 0; turn < 400; turn++) {
    for (let i = 0; i < 2000; i++) alive.push({ turn, values: [i, i] })
    if (alive.length > 60_000) alive.splice(0, 10_000)
    largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
    await setImmediate()
  }
  console.log(largest / 1024 ** 2)`

test('the young generation grows to 2 x 16 MB and no further, whatever the process was started with', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  expect(Number(printed)).toBe(32)
})
