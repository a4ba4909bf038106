import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Allocates as a server does that answers many requests, turn by turn, and prints how large the young generation became. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setImmediate } from 'node:timers/promises'

  let largest = 0
  const alive = []
  for (let turn = 0; turn < 400; turn++) {
    for (let i = 0; i < 2000; i++) alive.push({ turn, values: [i, i] })
    if (alive.length > 60_000) alive.splice(0, 10_000)
    largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
    await setImmediate()
  }
  console.log(largest / 1024 ** 2)`

test.each([
  ['scripts/start.mjs', /'node', \[(.*)'apps/],
  ['scripts/demo.mjs', /'node', \[(.*)'apps/],
  ['Dockerfile', /^ENTRYPOINT \["node", (.*)"dist/m],
  ['deploy/systemd/vestibule.service', /^ExecStart=\/usr\/bin\/node (.*)\/opt/m],
])('as %s starts the server, the young generation grows to 2 x 16 MB and no further', (path, options) => {
  const given = options.exec(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))?.[1] ?? ''
  const flags = given.match(/--[\w-]+=\w+/g) ?? []
  const printed = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  expect(Number(printed)).toBe(32)
})
