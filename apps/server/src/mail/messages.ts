import { type MailWords, mailWordsFor } from './words.ts'

interface Context {
  to: string
  /** The application that one signs in to. */
  application: string
  /** ISO 8601. */
  at: string
  /** The network prefix that asked. */
  network: string
  /** Languages, best first (BCP 47). */
  locales: readonly string[]
}

/** A mail as data: what is queued. It becomes words only when it leaves. */
export type Mail =
  | (Context & { kind: 'sign-in-code'; code: string; link: string })
  | (Context & { kind: 'sign-up-refused' })

export interface ComposedMail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Brand {
  name: string
  issuer: string
  color: string
}

/**
 * Writes a mail. In the text part the code is the only run of six or more digits, so that autofill finds it, and the
 * one link leads to our own origin. The last line binds the code to that origin (the web's "origin-bound one-time codes").
 */
export function compose(mail: Mail, brand: Brand): ComposedMail {
  const words = mailWordsFor(mail.locales)
  const facts = {
    application: withoutLongNumbers(mail.application),
    brand: brand.name,
    when: `${mail.at.slice(0, 16).replace('T', ' ')} UTC`,
    network: mail.network,
  }
  if (mail.kind === 'sign-up-refused') {
    const paragraphs = [words.refusedBody(facts), words.notYou]
    return {
      to: mail.to,
      subject: words.refusedSubject(facts),
      text: `${paragraphs.join('\n\n')}\n`,
      html: asHtml(words, brand, paragraphs.map(paragraph)),
    }
  }
  const host = new URL(brand.issuer).hostname
  const text = [
    words.codeIntro(facts),
    `    ${mail.code}`,
    words.codeExpires,
    `${words.linkIntro}\n${mail.link}`,
    words.asked(facts),
    `${words.neverShare} ${words.notYou}`,
    `@${host} #${mail.code}`,
  ].join('\n\n')
  const html = asHtml(words, brand, [
    paragraph(words.codeIntro(facts)),
    `<p style="margin:24px 0;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(mail.code)}</p>`,
    paragraph(words.codeExpires),
    `<p style="margin:24px 0"><a href="${escapeHtml(mail.link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${brand.color};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(words.linkButton)}</a></p>`,
    paragraph(words.asked(facts)),
    paragraph(`${words.neverShare} ${words.notYou}`),
  ])
  return { to: mail.to, subject: words.codeSubject(facts), text: `${text}\n`, html }
}

/** A name with a long number in it must not look like a code. */
const withoutLongNumbers = (name: string): string => name.replaceAll(/\d{6,}/g, (digits) => `${digits.slice(0, 3)}…`)

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const paragraph = (text: string): string => `<p style="margin:0 0 14px">${escapeHtml(text)}</p>`

const asHtml = (words: MailWords, brand: Brand, parts: readonly string[]): string => `<!doctype html>
<html lang="${words.lang}" dir="${words.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto"><p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.name)}</p>
${parts.join('\n')}
</div></body></html>
`
