/** The cookies of a preview. They stay in this process, so that the browser's own cookies of the same names are never touched. */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  /** The value of a `Cookie` header. */
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The cookie of this name, with or without the prefix of secure cookies. */
  find(name: string): string | undefined {
    return this.#cookies.get(name) ?? this.#cookies.get(`__Host-${name}`)
  }

  /** Takes the cookies out of a response. */
  take(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(name.length + 1))
    }
    headers.delete('set-cookie')
  }
}
