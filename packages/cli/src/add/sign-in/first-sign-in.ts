import { type Form, formsOf, valuesOf } from './forms.ts'
import { HttpBrowser, type Page } from './http-browser.ts'
import { Mailbox, NoMail } from './mailbox.ts'

/**
 * The addresses of who signs in, each if the one before gets no mail: a provider sends an address only so many. Mail to `.test`
 * reaches nobody (RFC 6761).
 */
const addresses = ['ada@example.test', 'ada-2@example.test', 'ada-3@example.test', 'ada-4@example.test']

const profile = { given_name: 'Ada', family_name: 'Lovelace', organization_name: 'Example organization' }

const maxPages = 15

interface Application {
  loginUrl: string
  issuer: string
}

/** Signs in at a development server. Returns the page on which the application has the browser back. */
export async function signIn(application: Application): Promise<{ browser: HttpBrowser; page: Page }> {
  for (const [index, email] of addresses.entries()) {
    const browser = new HttpBrowser()
    try {
      return { browser, page: await signInAs(email, browser, application) }
    } catch (error) {
      if (!(error instanceof NoMail) || index === addresses.length - 1) throw error
    }
  }
  throw new Error('nobody was there to sign in')
}

/** Page by page as a person would, until the application has the browser back. */
async function signInAs(email: string, browser: HttpBrowser, application: Application): Promise<Page> {
  const mailbox = await Mailbox.open(application.issuer)
  let page = await browser.open(application.loginUrl)
  const isAtProvider = () => `${page.url}/`.startsWith(`${application.issuer}/`)
  for (let count = 0; count < maxPages && isAtProvider(); count++) {
    const form = formsOf(page.text).find(({ fields }) => fields.some(isMainButton))
    if (!form || page.status >= 500)
      throw new Error(`the provider shows a page that was not expected: ${describe(page)}`)
    page = await browser.submit(page, form.action, await filled(form, { ...profile, email }, mailbox))
  }
  if (isAtProvider()) throw new Error(`the sign-in did not come to an end: ${describe(page)}`)
  if (page.status >= 400) throw new Error(`the application answers with an error: ${describe(page)}`)
  return page
}

const isMainButton = ({ tag, classes, name, value }: Form['fields'][number]): boolean =>
  tag === 'button' && (classes.split(' ').includes('primary') || (name === 'decision' && value === 'allow'))

async function filled(
  form: Form,
  person: Readonly<Record<string, string>>,
  mailbox: Mailbox,
): Promise<URLSearchParams> {
  const values: Record<string, string> = {}
  for (const { name, type, value } of form.fields) {
    if (name === 'code') values.code = await mailbox.takeCode(person.email ?? '')
    else if (type === 'checkbox' && name === 'accept_terms') values[name] = value
    else if (type === 'radio' && !(name in values)) values[name] = value
    else if (type !== 'hidden' && Object.hasOwn(person, name)) values[name] = person[name] ?? ''
  }
  return valuesOf(form, values, form.fields.find(isMainButton))
}

/** The address and the heading of a page, without what a query may carry. */
export function describe({ url, status, text }: Page): string {
  const title = /<title>([^<]{0,200})<\/title>/.exec(text)?.[1]?.trim()
  const { origin, pathname } = new URL(url)
  return `"${title ?? 'no title'}" (HTTP ${status}) at ${origin}${pathname}`
}
