import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email as ParsedMail } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { codeIn, hasCode } from './mail-codes.ts'
import { until } from './until.ts'

export { codeIn }

/** A real SMTP server on loopback that keeps what it is given. */
export interface Mailbox {
  url: string
  mails: ParsedMail[]
  /** Resolves with the next mail to an address that was not taken yet. One handed over twice counts once, by its Message-ID. */
  take(address: string): Promise<ParsedMail>
  /** Refuses everything with a temporary error while true. */
  down: boolean
  /** Refuses every recipient with this reply. */
  refuses: { responseCode: number; message: string } | null
  /** Leaves recipients without an answer, until `end` is called on what is in `stalled`. */
  stalls: ((address: string) => boolean) | null
  stalled: { address: string; end(): void }[]
  close(): Promise<void>
}

/** `port`: a certain one, instead of any that is free. */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: ParsedMail[] = []
  const taken = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (mailbox.stalls?.(address)) {
        mailbox.stalled.push({ address, end: () => done(Object.assign(new Error('later'), { responseCode: 450 })) })
        return
      }
      done(
        mailbox.refuses
          ? Object.assign(new Error(mailbox.refuses.message), { responseCode: mailbox.refuses.responseCode })
          : mailbox.down
            ? Object.assign(new Error('busy'), { responseCode: 451 })
            : null,
      )
    },
    onData: (stream, _session, done) => {
      readMail(stream).then((mail) => {
        mails.push(mail)
        done()
      }, done)
    },
  })
  // A server that is killed while it sends a mail resets its connection: that is the story, and no fault of the mailbox.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    down: false,
    refuses: null,
    stalls: null,
    stalled: [],
    async take(address) {
      const found = await until(
        () => mails.find((mail) => !taken.has(idOf(mail)) && recipients(mail).includes(address)),
        () => `no mail for ${address}; there are ${mails.length} mails`,
      )
      taken.add(idOf(found))
      return found
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailbox
}

const readMail = async (stream: Readable): Promise<ParsedMail> => PostalMime.parse(await buffer(stream))

const idOf = (mail: ParsedMail): string => `${mail.messageId} ${recipients(mail)}`

export const recipients = (mail: ParsedMail): string[] => (mail.to ?? []).map((one) => one.address ?? '')

/** The code of the next mail that has one: notices are passed over. */
export async function nextCode(mailbox: Mailbox, address: string): Promise<string> {
  for (;;) {
    const mail = await mailbox.take(address)
    if (hasCode(mail)) return codeIn(mail)
  }
}

export const linkIn = (mail: ParsedMail): string => /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
