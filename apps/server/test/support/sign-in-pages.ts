import type { PlainBrowser, Visited } from './browser.ts'

export interface TestPerson {
  email: string
  givenName: string
  familyName: string
  organization: string
  team: string
}

/**
 * Does whatever the pages ask, by the contract of their field names, until the client is called back.
 *
 * @param nextCode reads the code that was mailed to them
 */
export async function finishSignIn(
  browser: PlainBrowser,
  person: TestPerson,
  nextCode: () => Promise<string>,
): Promise<Visited> {
  for (let step = 0; step < 12; step++) {
    const page = browser.current
    if (!page) throw new Error('no page was opened')
    if (page.callback) return page
    if (page.status >= 400)
      throw new Error(`status ${page.status} at ${page.location}: ${page.html.querySelector('main')?.text}`)
    if (page.html.querySelector('form#answer')) return page
    const fields = await fieldsFor(browser, person, nextCode)
    if (!fields)
      throw new Error(`an unknown page at ${page.location}: ${page.html.querySelector('main')?.text ?? page.text}`)
    await browser.submit(fields)
  }
  throw new Error(`no end in sight at ${browser.current?.location}`)
}

/** What a person enters on the page that is shown; null if there is nothing that is known. */
async function fieldsFor(
  browser: PlainBrowser,
  person: TestPerson,
  nextCode: () => Promise<string>,
): Promise<Record<string, string> | null> {
  const selected = (name: string) => browser.current?.html.querySelector(`[name=${name}]`)?.getAttribute('value') ?? ''
  // The page of a client that nobody chose; its organization is selected already.
  if (browser.has('shown')) return { decision: 'allow' }
  if (browser.has('email')) return { email: person.email }
  if (browser.has('code')) return { code: await nextCode() }
  if (browser.has('accept_terms')) return { accept_terms: 'yes' }
  if (browser.has('given_name')) return { given_name: person.givenName, family_name: person.familyName }
  if (browser.has('organization')) return { organization: selected('organization') }
  if (browser.has('organization_name')) return { organization_name: person.organization }
  if (browser.has('team')) return { team: selected('team') }
  if (browser.has('team_name')) return { team_name: person.team }
  return browser.current?.html.querySelector('[value=allow]') ? { decision: 'allow' } : null
}
