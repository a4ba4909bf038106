import type { SentMails } from '@vestibule/server/src/mail/sent-mails.ts'
import { codeIn, hasCode } from '@vestibule/server/test-support/mail-codes.ts'
import { until } from '@vestibule/server/test-support/until.ts'
import type { Mail, WantedMail } from './mail.ts'

/** Milliseconds: the reason is read before a test runner gives up after five seconds. */
const defaultTimeout = 4000

/** Mails are taken once, so that a second one is waited for rather than read as the first. */
export class Mailbox {
  readonly #sent: Pick<SentMails, 'list'>
  readonly #taken = new Set<string>()

  constructor(sent: Pick<SentMails, 'list'>) {
    this.#sent = sent
  }

  /** The oldest first. */
  list(): Mail[] {
    return this.#sent
      .list()
      .map(({ id, to, subject, text, html }) => ({ id, to, subject, text, html }))
      .reverse()
  }

  /** The oldest that nobody took. */
  next({ to, subject = /^/, timeout }: WantedMail): Promise<Mail> {
    const fits = (mail: Mail) => (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject))
    return this.#take({ to, what: `with the subject ${subject}`, timeout }, (mails) => mails.find(fits))
  }

  /** The newest: older codes no longer work. */
  async lastCode(to: string, timeout?: number): Promise<string> {
    return codeIn(await this.#take({ to, what: 'with a code', timeout }, (mails) => mails.findLast(hasCode)))
  }

  async #take(
    { to, what, timeout = defaultTimeout }: { to: string; what: string; timeout: number | undefined },
    choose: (mails: Mail[]) => Mail | undefined,
  ): Promise<Mail> {
    const address = to.toLowerCase()
    const untaken = () => this.list().filter((mail) => mail.to.toLowerCase() === address && !this.#taken.has(mail.id))
    const found = await until(
      () => choose(untaken()),
      () => `No new mail to ${to} ${what}. ${this.#inventory()}`,
      timeout,
    )
    this.#taken.add(found.id)
    return found
  }

  #inventory(): string {
    const lines = this.list().map((mail) => `${mail.to}: ${mail.subject}${this.#taken.has(mail.id) ? ' (read)' : ''}`)
    return lines.length === 0 ? 'No mail was sent at all.' : `There are:\n  ${lines.join('\n  ')}`
  }
}
