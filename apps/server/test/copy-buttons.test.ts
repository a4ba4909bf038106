import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentEnvironment, operatorAddress, preparePages, type RenderedPage } from './support/every-page.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What people take from a page into a terminal, a form or a DNS zone has a button that copies it.

let world: TestWorld
let pages: RenderedPage[]
beforeAll(async () => {
  world = await openTestWorld({
    ...{ OPERATORS: operatorAddress, IMPERSONATION: 'consent', SMS_URL: 'terminal', REGISTRATION: 'open' },
    ...agentEnvironment,
  })
  pages = await (await preparePages(world))('en')
})
afterAll(() => world?.close())

/** Ids, URLs, secrets and the values of DNS records: one word that nobody types. */
const machineText = /^(https?:\/\/\S+|[0-9a-f]{32}|[\w-]{40,}|vestibule[\w-]*=\S+)$/

test('every id, secret, URL and DNS value that stands by itself, and every block of code, can be copied', () => {
  const missing = pages.flatMap(({ name, page }) =>
    page.html
      .querySelectorAll('main pre, main dd, main td code')
      .filter((cell) => cell.tagName === 'PRE' || machineText.test(cell.text.trim()))
      .filter((cell) => !(cell.tagName === 'DD' ? cell : cell.parentNode)?.querySelector('button.copy'))
      .map((cell) => `${name}: ${cell.tagName} ${cell.text.trim().slice(0, 60)}`),
  )
  expect([...new Set(missing)]).toEqual([])
})
