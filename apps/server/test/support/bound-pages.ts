import { accountOf } from './account.ts'
import { boundBrowsers, newKey } from './bound-browser.ts'
import type { PlainBrowser, Visited } from './browser.ts'
import type { TestWorld } from './world.ts'

/** The cookie of a session over http: the world of every page listens on loopback. */
const session = ['vestibule_session']

/**
 * What somebody meets whose session is bound to their device: in the browser that has the key, and in those that don't; and what an
 * operator is told whose session is not bound.
 */
export async function boundPages(
  world: TestWorld,
  tag: string,
  operator: PlainBrowser,
): Promise<{ name: string; page: Visited }[]> {
  const configured = (requireBoundSession: 'off' | 'operators') => ({
    deps: { ...world.deps, config: { ...world.deps.config, bindSessions: 'offer' as const, requireBoundSession } },
  })
  const [browsers, strict] = [boundBrowsers(configured('off')), boundBrowsers(configured('operators'))]
  const { browser, id } = await accountOf(world).byMail(`bound-${tag.toLowerCase()}@example.test`, browsers.browser())
  await browsers.register(browser, await newKey())
  await world.deps.db.prisma.user.update({ where: { id }, data: { locale: tag } })
  const copy = (of: PlainBrowser, at = browsers, site = 'same-origin') => {
    const made = at.copyOf(of, session, site)
    made.headers['Accept-Language'] = tag
    return made
  }
  const pages: [string, PlainBrowser, string][] = [
    ['own session', browser, '/account'],
    ['own sessions', browser, '/account/sessions'],
    ['sent again', copy(browser, browsers, 'cross-site'), '/account'],
    ['unproven', copy(browser), '/account'],
    ['session of a person', copy(operator), `/admin/people/${id}`],
    ['required', copy(operator, strict), '/admin'],
  ]
  const taken: { name: string; page: Visited }[] = []
  for (const [name, from, path] of pages)
    taken.push({ name: `bound: ${name}`, page: await from.go(world.issuer + path) })
  return taken
}
