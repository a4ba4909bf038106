import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import {
  agentEnvironment,
  operatorAddress,
  preparePages,
  type RenderedPage,
} from '../../apps/server/test/support/every-page.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'

// The pages of test/support/every-page.ts in a real browser.

/** A world with data, and what takes every page of it in a language. */
export async function openPages(): Promise<{ world: TestWorld; take(tag: string): Promise<RenderedPage[]> }> {
  const world = await openTestWorld({
    OPERATORS: operatorAddress,
    IMPERSONATION: 'consent',
    PRIVACY_URL: 'https://example.test/privacy',
    ONBOARDING: 'terms,profile,organization,team',
    SMS_URL: 'terminal',
    ...agentEnvironment,
  })
  const everyPage = await preparePages(world)
  // The same page with another sentence above it, or for another person who has as good as nothing.
  const repeated = /^\/account\?|count=\d|people\/many(?!5n)/
  const take = async (tag: string) => (await everyPage(tag)).filter(({ name }) => !repeated.test(name))
  return { world, take }
}

/**
 * A tab that shows pages that were taken before, one after the other in one document of their origin, so that style sheets and
 * images load, and each once. Their layout is all that counts: no header of theirs is there.
 */
export async function openShelf(browser: Browser, { issuer }: TestWorld, options: BrowserContextOptions) {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options })
  const page = await context.newPage()
  const empty = `${issuer}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(empty)
  // While a route is set, Chromium remembers no style sheet.
  await page.unroute(empty)
  const show = async (rendered: RenderedPage): Promise<Page> => {
    // A page that leads on by itself stays.
    await page.setContent(rendered.page.text.replace(/<meta http-equiv="refresh"[^>]*>/, ''))
    return page
  }
  return { show, close: () => context.close() }
}
