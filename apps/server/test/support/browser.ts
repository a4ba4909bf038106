import { type HTMLElement, parse } from 'node-html-parser'

/** What one request came to. `location` is where the browser stands after its redirects. */
export interface Visited {
  status: number
  location: string
  headers: Headers
  text: string
  html: HTMLElement
  /** The redirect that leads out of the server, when there was one. */
  callback: URL | null
}

/**
 * A plain HTML browser: cookies, redirects, forms, no scripts. It follows redirects within the server and stops at the
 * one that leads out of it.
 */
export class PlainBrowser {
  readonly cookies = new Map<string, string>()
  /** The same as they were set, with their attributes. */
  readonly setCookies = new Map<string, string>()
  current: Visited | null = null

  constructor(
    private readonly origin: string,
    readonly headers: Record<string, string> = {},
    private readonly beforePost: (path: string, fields: URLSearchParams) => void = () => {},
    /** Answers instead of the network. */
    private readonly answer: (request: Request) => Response | Promise<Response> = fetch,
  ) {}

  async go(
    url: string,
    init: {
      method?: string
      body?: string | Buffer<ArrayBuffer>
      headers?: Record<string, string>
      follow?: boolean
    } = {},
  ): Promise<Visited> {
    let target = new URL(url, this.current?.location ?? this.origin)
    let { method = 'GET', body } = init
    if (method === 'POST') this.beforePost(target.pathname, new URLSearchParams(typeof body === 'string' ? body : ''))
    for (let hops = 0; hops < 20; hops++) {
      const headers = {
        ...this.headers,
        ...(this.cookies.size > 0 ? { Cookie: this.cookieHeader } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.origin }),
        ...init.headers,
      }
      const response = await this.answer(new Request(target, { method, body, redirect: 'manual', headers }))
      for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
      const text = await response.text()
      const location = response.headers.get('location')
      const next = location === null ? null : new URL(location, target)
      const outside = next !== null && next.origin !== this.origin
      if (next === null || outside || init.follow === false) {
        this.current = {
          status: response.status,
          location: target.href,
          headers: response.headers,
          text,
          html: parse(text),
          callback: outside ? next : null,
        }
        return this.current
      }
      target = next
      method = 'GET'
      body = undefined
    }
    throw new Error(`too many redirects at ${target}`)
  }

  /** Fills in and sends the form that has these fields, by its submit button or the named one. */
  async submit(fields: Record<string, string> = {}, init: { headers?: Record<string, string> } = {}): Promise<Visited> {
    if (!this.current) throw new Error('there is no page')
    const names = Object.keys(fields)
    const forms = this.current.html.querySelectorAll('form')
    const form = forms.find((one) => names.every((name) => one.querySelector(`[name="${name}"]`))) ?? null
    if (!form)
      throw new Error(
        `no form has the fields ${names.join(', ')} at ${this.current.location}:\n${this.current.html.querySelector('main')?.text}`,
      )
    const values = new URLSearchParams()
    for (const input of form.querySelectorAll('input')) {
      const type = input.getAttribute('type') ?? 'text'
      const name = input.getAttribute('name')
      if (!name || name in fields || (['radio', 'checkbox'].includes(type) && !input.hasAttribute('checked'))) continue
      values.append(name, input.getAttribute('value') ?? '')
    }
    for (const area of form.querySelectorAll('textarea')) {
      const name = area.getAttribute('name')
      if (name && !(name in fields)) values.append(name, area.text)
    }
    for (const select of form.querySelectorAll('select')) {
      const name = select.getAttribute('name')
      const chosen = select.querySelector('option[selected]') ?? select.querySelector('option')
      if (name && !(name in fields)) values.append(name, chosen?.getAttribute('value') ?? '')
    }
    for (const [name, value] of Object.entries(fields)) values.append(name, value)
    return this.go(decodeEntities(form.getAttribute('action') ?? ''), {
      method: 'POST',
      body: values.toString(),
      headers: init.headers,
    })
  }

  has(field: string): boolean {
    return this.current?.html.querySelector(`[name="${field}"]`) != null
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Stores a cookie as a Set-Cookie header says, or forgets it. */
  keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';')
    const cut = pair.indexOf('=')
    const name = pair.slice(0, cut)
    this.cookies.delete(name)
    this.setCookies.delete(name)
    if (attributes.some((attribute) => /max-age=0/i.test(attribute))) return
    this.cookies.set(name, pair.slice(cut + 1))
    this.setCookies.set(name, cookie)
  }
}

const decodeEntities = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
