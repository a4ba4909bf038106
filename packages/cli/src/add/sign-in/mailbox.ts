import { setTimeout as wait } from 'node:timers/promises'
import { send } from '../http.ts'

const maxWait = 8000

/** No mail came, although the provider asks for its code. */
export class NoMail extends Error {}

/** The mailbox page of a development server: the mails that it would have sent. */
export class Mailbox {
  readonly #address: string
  readonly #read: Set<string>

  private constructor(address: string, read: Set<string>) {
    this.#address = address
    this.#read = read
  }

  /** Mails that are there already are passed over. */
  static async open(issuer: string): Promise<Mailbox> {
    const mailbox = new Mailbox(`${issuer}/dev/mailbox`, new Set())
    for (const path of await mailbox.#list()) mailbox.#read.add(path)
    return mailbox
  }

  /** The code of the next mail to an address. */
  async takeCode(address: string): Promise<string> {
    for (let waited = 0; waited < maxWait; waited += 100) {
      for (const path of await this.#list()) {
        if (this.#read.has(path)) continue
        const { text } = await send(new URL(path, this.#address).href)
        this.#read.add(path)
        const code = text.includes(address) ? codeIn(text) : null
        if (code) return code
      }
      await wait(100)
    }
    throw new NoMail(`no mail with a code arrived at ${this.#address}`)
  }

  /** The newest first. */
  async #list(): Promise<string[]> {
    const { text } = await send(this.#address)
    return [...text.matchAll(/href="([^"]*\/dev\/mailbox\/[^"/]+)"/g)].map(([, path = '']) => path)
  }
}

/** The code stands in a line of its own in the mail's text. */
const codeIn = (html: string): string | null => {
  const begin = html.indexOf('<pre class="mail-text">')
  const text = begin === -1 ? '' : html.slice(begin, html.indexOf('</pre>', begin))
  const line = text.split('\n').find((words) => /^\d{6,8}$/.test(words.trim()))
  return line?.trim() ?? /\b\d{6,8}\b/.exec(text)?.[0] ?? null
}
