import type { Transporter } from 'nodemailer'
import type { ComposedMail, Mail } from './messages.ts'
import type { SentMails } from './sent-mails.ts'

/** What the mail server said when it took a mail. */
export interface MailReceipt {
  /** Null where there is no mail server. */
  reply: string | null
}

/** Writes a mail, in the look and the words of the moment when it is sent. */
export type ComposeMail = (mail: Mail) => Promise<ComposedMail>

export interface Mailer {
  /**
   * Hands one mail over. Rejects when it could not; the queue then tries again. `id` names the mail: when a process dies
   * after the handing over, it is handed over once more, and mailboxes recognise it by its Message-ID.
   */
  send(mail: Mail, id: string): Promise<MailReceipt>
  close(): void
}

/**
 * Real SMTP. Certificates are verified; `smtp://` upgrades by STARTTLS where the server offers it, and `?requireTLS=true`
 * insists on it. Addresses go in as objects, so no parser ever reads a list out of them.
 */
export function smtpMailer(url: string, from: string, compose: ComposeMail): Mailer {
  let transport: Promise<Transporter> | undefined
  // Read in at the first mail: a server starts faster without it.
  const open = async () =>
    (await import('nodemailer')).default.createTransport({
      url,
      pool: true,
      // As many as may be under way at the same time (flows/delivery/lanes.ts): a code never waits for a free connection.
      maxConnections: 136,
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 15_000,
    } as never)
  const sender = parseSender(from)
  return {
    async send(mail, id) {
      const { to, subject, text, html } = await compose(mail)
      transport ??= open()
      const connection = await transport
      const { response } = await connection.sendMail({
        from: sender,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: messageIdOf(id, from),
        disableFileAccess: true,
        disableUrlAccess: true,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
      return { reply: response ?? null }
    },
    close: () =>
      void transport?.then(
        (connection) => connection.close(),
        () => {},
      ),
  }
}

/** Connects and signs in to a mail server, and sends nothing. Rejects when it refuses or does not answer in `timeout` ms. */
export async function verifySmtp(url: string, timeout: number): Promise<void> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  } as never)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * Outside production and without SMTP_URL: the mail is shown where the developer looks, in the terminal and in `sentMails`.
 * `print` is null where the terminal is to be quiet.
 */
export function terminalMailer(
  compose: ComposeMail,
  print: ((text: string) => void) | null,
  sentMails: SentMails | null,
): Mailer {
  return {
    async send(mail) {
      const composed = await compose(mail)
      sentMails?.add(composed)
      const { to, subject, text } = composed
      const lines = [`To: ${to}`, `Subject: ${subject}`, '', ...text.trim().split('\n')]
      print?.(framed('mail (SMTP_URL is not set, so it is shown here)', lines))
      return { reply: null }
    },
    close: () => {},
  }
}

/** Shows the text messages that SMS_URL=terminal prints, where the mails of a developer are shown. */
export const terminalTextMessages =
  (print: ((text: string) => void) | null, sentMails: SentMails | null) =>
  ({ to, text }: { to: string; text: string }): void => {
    sentMails?.add({ to, subject: 'Text message', text, html: null })
    print?.(framed('text message (SMS_URL=terminal)', [`To: ${to}`, '', ...text.split('\n')]))
  }

const framed = (title: string, lines: readonly string[]): string =>
  `\n  ┌── ${title}\n${lines.map((line) => `  │ ${line}`).join('\n')}\n  └──\n`

/** The Message-ID of a queued mail (RFC 5322 section 3.6.4): the same for each attempt. */
export const messageIdOf = (id: string, from: string): string => `<${id}@${parseSender(from).address.split('@')[1]}>`

function parseSender(from: string): { name: string; address: string } {
  const match = /^(.*)<([^<>]+)>$/.exec(from)
  return match
    ? { name: (match[1] ?? '').trim().replace(/^"|"$/g, ''), address: (match[2] ?? '').trim() }
    : { name: '', address: from }
}
