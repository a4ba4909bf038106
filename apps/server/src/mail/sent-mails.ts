import { randomUUID } from 'node:crypto'
import type { ComposedMail } from './messages.ts'

/** A mail, or a text message, which has no HTML. */
export interface ShownMail extends Omit<ComposedMail, 'html'> {
  html: string | null
}

export interface SentMail extends ShownMail {
  id: string
  at: Date
}

/** Older mails are dropped. */
const limit = 100

/** The mails and text messages of a development server, in memory only: they are read on its mailbox page and gone with the process. */
export class SentMails {
  readonly #mails: SentMail[] = []

  add(mail: ShownMail): void {
    this.#mails.unshift({ ...mail, id: randomUUID(), at: new Date() })
    this.#mails.length = Math.min(this.#mails.length, limit)
  }

  /** The newest first. */
  list(): readonly SentMail[] {
    return this.#mails
  }

  find(id: string): SentMail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }
}
