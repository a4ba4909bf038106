import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { memberAsVariables, openAuthzenServer } from './authzen-people.ts'

// The lines of docs/authzen.md, as a reader runs them.

let world: TestWorld
beforeAll(async () => {
  world = await openAuthzenServer()
})
afterAll(() => world?.close())

test('the lines of docs/authzen.md ask what a member may do, and print the answer that the page has', async () => {
  const variables = await memberAsVariables(world)
  const lines = blockUnder('docs/authzen.md', 'Ask', 'sh').replaceAll('https://id.example.com', world.issuer)
  const ask = async (text: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', text], { env: { ...process.env, ...variables } })
    return JSON.parse(stdout)
  }
  expect(await ask(lines)).toEqual(JSON.parse(blockUnder('docs/authzen.md', 'Ask', 'json')))
  expect(await ask(lines.replace('orders:write', 'orders:read'))).toEqual({ decision: true })
})
