import type { Browser, BrowserContext } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { openChromium } from './support.ts'

// What a person's browser would complain about fails the test: an error of a script, an error or a warning in the
// console (a report of the Content Security Policy is one), a request that failed.

const problems: string[] = []
const contexts: BrowserContext[] = []
let expected: { pattern: RegExp; met: boolean }[] = []

/** Names what a browser is going to complain about in this test. It has to happen. */
export function expectBrowserProblem(pattern: RegExp): void {
  expected.push({ pattern, met: false })
}

/** A form that is answered with 422 and its page is an error in Chromium's console. */
export const expectRefusedForm = (): void => expectBrowserProblem(/status of 422/)

/**
 * Chromium whose every context is watched, and closed after its test: a page that is left open goes on asking. What `foreign`
 * pages complain about is not ours.
 */
export async function openStrictBrowser({ foreign }: { foreign?: string } = {}): Promise<Browser> {
  const browser = await openChromium()
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    watch(context, foreign)
    contexts.push(context)
    return context
  }
  return browser
}

/** For a context that is opened otherwise. */
export function watch(context: BrowserContext, foreign: string | undefined): void {
  const isForeign = (url = '') => foreign !== undefined && url.startsWith(foreign)
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    if (isForeign(error.page()?.url())) return
    // A script that cannot be parsed has no stack.
    complain(`script: ${stack || `${name}: ${message}`} (${error.page()?.url()})`)
  })
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isForeign(message.location().url))
      complain(`console: ${message.text()} (${message.location().url}:${message.location().lineNumber})`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that moves on gives up what it was loading; nobody sees that.
    if (reason !== 'net::ERR_ABORTED' && !isForeign(request.url()))
      complain(`request: ${request.method()} ${request.url()} ${reason}`)
  })
}

function complain(text: string): void {
  const found = expected.find(({ pattern }) => pattern.test(text))
  if (found) found.met = true
  else problems.push(text)
}

/** Before a server ends whose pages are open: what they still ask for would fail. */
export const closePages = () => Promise.all(contexts.splice(0).map((context) => context.close()))

afterEach(async () => {
  await closePages()
  const seen = problems.splice(0)
  const unmet = expected.filter(({ met }) => !met).map(({ pattern }) => String(pattern))
  expected = []
  expect(seen, 'what the browser complained about').toEqual([])
  expect(unmet, 'what the browser was expected to complain about').toEqual([])
})
