import { type HttpResponse, send } from '../http.ts'
import { isLoopback } from '../loopback.ts'

interface Cookie {
  host: string
  path: string
  name: string
  value: string
}

export interface Page {
  url: string
  status: number
  text: string
}

const maxRedirects = 20

/** A browser without scripts, for servers on this machine: cookies, redirects and forms. */
export class HttpBrowser {
  readonly #cookies: Cookie[] = []

  open(url: string): Promise<Page> {
    return this.#follow(url, null)
  }

  /** Sends a form of a page. */
  submit(from: Page, action: string, fields: URLSearchParams): Promise<Page> {
    return this.#follow(new URL(action || from.url, from.url).href, {
      body: fields.toString(),
      origin: new URL(from.url).origin,
    })
  }

  /** The cookies that an address gets. */
  cookiesFor(url: string): { name: string; value: string; path: string }[] {
    const { hostname, pathname } = new URL(url)
    return this.#cookies.filter(({ host, path }) => host === hostname && matchesPath(pathname, path))
  }

  async #follow(url: string, form: { body: string; origin: string } | null): Promise<Page> {
    let target = url
    let sent = form
    for (let count = 0; count < maxRedirects; count++) {
      // What a server of this machine says decides where the next request goes: it stays on this machine.
      if (!isLoopback(target)) throw new Error(`the sign-in leads to ${new URL(target).origin}, away from this machine`)
      const response = await this.#request(target, sent)
      const { location } = response.headers
      if (response.status < 300 || response.status > 399 || typeof location !== 'string')
        return { url: target, status: response.status, text: response.text }
      target = new URL(location, target).href
      sent = null
    }
    throw new Error(`the sign-in goes around in circles at ${target}`)
  }

  async #request(url: string, form: { body: string; origin: string } | null): Promise<HttpResponse> {
    const cookies = this.cookiesFor(url).map(({ name, value }) => `${name}=${value}`)
    const response = await send(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        Accept: 'text/html,application/json',
        'Accept-Language': 'en',
        ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}),
        ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded', Origin: form.origin } : {}),
      },
      ...(form ? { body: form.body } : {}),
      timeout: 120_000,
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#store(url, line)
    return response
  }

  #store(url: string, line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const cut = pair.indexOf('=')
    const attribute = (name: string) =>
      attributes
        .map((text) => text.trim())
        .find((text) => text.toLowerCase().startsWith(`${name}=`))
        ?.slice(name.length + 1)
    const { hostname: host } = new URL(url)
    const path = attribute('path') ?? '/'
    const name = pair.slice(0, cut).trim()
    const index = this.#cookies.findIndex(
      (cookie) => cookie.name === name && cookie.path === path && cookie.host === host,
    )
    if (index !== -1) this.#cookies.splice(index, 1)
    const expires = attribute('expires')
    const isGone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now())
    if (!isGone) this.#cookies.push({ host, path, name, value: pair.slice(cut + 1).trim() })
  }
}

/** RFC 6265 section 5.1.4. */
const matchesPath = (pathname: string, path: string): boolean =>
  pathname === path || (pathname.startsWith(path) && (path.endsWith('/') || pathname[path.length] === '/'))
