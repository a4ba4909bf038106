import { type DomainNews, organizationMailWords } from './organization-words.ts'
import { signUpWordsFor } from './sign-up-words.ts'
import { type MailWords, mailWordsFor, type NoticeEvent } from './words.ts'

export type { NoticeEvent } from './words.ts'

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

/** Who invites: a person by name, the organization itself, or those who run the server. */
export type Inviter = { kind: 'person'; name: string } | { kind: 'organization' } | { kind: 'operators' }

/** A mail as data: what is queued. It becomes words only when it leaves. */
export type Mail =
  | (Context & { kind: 'sign-in-code'; code: string; link: string })
  | (Context & { kind: 'sign-up-refused' })
  | (Context & { kind: 'address-code'; code: string; link: string })
  | (Context & { kind: 'address-taken' })
  /** `until`: ISO 8601. */
  | (Context & { kind: 'address-reserved'; until: string })
  /** `application` is empty when none was chosen. */
  | (Context & { kind: 'invitation'; organization: string; inviter: Inviter; link: string })
  | (Context & { kind: 'domain-code'; organization: string; domain: string; code: string })
  | (Context & { kind: 'domain-news'; news: DomainNews; organization: string; domain: string; link: string })
  | (Context & { kind: 'join-request'; organization: string; person: string; link: string })
  | (Context & { kind: 'join-approved' | 'join-declined'; organization: string; link: string })
  | (Context & { kind: 'sign-up-invitation'; link: string })
  | (Context & { kind: 'notice'; event: NoticeEvent; detail: string; link: string; undo?: string; cancel?: string })

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
  /** What can be read on the colour. */
  textColor: string
}

/**
 * Writes a mail. In the text part the code is the only run of six or more digits, so that autofill finds it, and the
 * one link leads to our own origin. The last line binds the code to that origin (the web's "origin-bound one-time codes").
 */
export function compose(mail: Mail, brand: Brand): ComposedMail {
  const composed = composeParts(mail, brand)
  return { ...composed, subject: composed.subject.replaceAll(/[\u2066-\u2069]/g, '') }
}

function composeParts(mail: Mail, brand: Brand): ComposedMail {
  const words = mailWordsFor(mail.locales)
  const facts = isolated(words, {
    application: withoutLongNumbers(mail.application),
    brand: brand.name,
    when: utc(mail.at),
    network: mail.network,
  })
  switch (mail.kind) {
    case 'sign-in-code':
      return withCode(mail, brand, words, {
        subject: words.codeSubject(facts),
        intro: words.codeIntro(facts),
        button: words.linkButton,
        asked: words.asked(facts),
      })
    case 'address-code':
      return withCode(mail, brand, words, {
        subject: words.addressSubject(facts),
        intro: words.addressIntro(facts),
        button: words.addressButton,
        asked: words.noticeFacts(facts),
      })
    case 'sign-up-refused':
      return plain(mail, brand, words, words.refusedSubject(facts), [words.refusedBody(facts), words.ignore])
    case 'address-taken':
      return plain(mail, brand, words, words.takenSubject(facts), [words.takenBody(facts), words.ignore])
    case 'address-reserved':
      return plain(mail, brand, words, words.takenSubject(facts), [
        words.recovery.reservedBody(isolated(words, { brand: brand.name, until: utc(mail.until) })),
      ])
    case 'invitation':
      return invitation(mail, brand, words, facts)
    case 'domain-code':
      return domainCode(mail, brand, words)
    case 'domain-news': {
      const ours = organizationMailWords(words.lang)
      const told = isolated(words, { brand: brand.name, organization: named(mail.organization), domain: mail.domain })
      return withLink(mail, brand, words, {
        subject: ours.news[mail.news].subject(told),
        paragraphs: [ours.news[mail.news].body(told)],
        button: ours.newsButton,
      })
    }
    case 'sign-up-invitation': {
      const own = signUpWordsFor(words)
      return withLink(mail, brand, words, {
        subject: own.subject(facts),
        paragraphs: [own.body(facts), words.invitationExpires],
        button: words.invitationButton,
      })
    }
    case 'join-request': {
      const told = { ...facts, organization: named(mail.organization), person: mail.person }
      return withLink(mail, brand, words, {
        subject: words.requestSubject(told),
        paragraphs: [words.requestBody(told)],
        button: words.requestButton,
      })
    }
    case 'join-approved':
    case 'join-declined': {
      const told = { ...facts, organization: named(mail.organization), person: '' }
      const approved = mail.kind === 'join-approved'
      return withLink(mail, brand, words, {
        subject: words.answerSubject(told),
        paragraphs: [approved ? words.approvedBody(told) : words.declinedBody(told)],
        button: words.noticeButton,
      })
    }
    case 'notice':
      return notice(mail, brand, words, facts)
  }
}

function invitation(
  mail: Mail & { kind: 'invitation' },
  brand: Brand,
  words: MailWords,
  facts: Parameters<MailWords['noticeFacts']>[0],
): ComposedMail {
  const ours = organizationMailWords(words.lang)
  // One that was queued by the version before has the inviter's address, or nothing.
  const inviter: Inviter = typeof mail.inviter === 'string' ? { kind: 'organization' } : mail.inviter
  const told = { ...facts, ...isolated(words, { organization: named(mail.organization) }) }
  const bodies = {
    person: () =>
      words.invitationBody({
        ...told,
        ...isolated(words, { person: inviter.kind === 'person' ? named(inviter.name) : '' }),
      }),
    organization: () => ours.invitedByOrganization(told),
    operators: () => ours.invitedByOperators(told),
  }
  return withLink(mail, brand, words, {
    subject: mail.application ? words.invitationSubject({ ...told, person: '' }) : ours.invitationSubject(told),
    paragraphs: [bodies[inviter.kind](), words.invitationExpires],
    button: words.invitationButton,
  })
}

/** To the postmaster of a domain: which organization asks, what for, and what the code permits. */
function domainCode(
  { to, code, organization, domain }: Mail & { kind: 'domain-code' },
  brand: Brand,
  words: MailWords,
): ComposedMail {
  const ours = organizationMailWords(words.lang)
  const told = isolated(words, {
    brand: brand.name,
    organization: named(withoutLongNumbers(organization)),
    domain: withoutLongNumbers(domain),
  })
  const intro = ours.domainCodeIntro(told)
  const after = [ours.domainCodeMeaning(told), ours.domainCodeExpires, ours.domainCodeWarning]
  const text = [intro, `    ${code}`, ...after, `@${new URL(brand.issuer).hostname} #${code}`].join('\n\n')
  const html = asHtml(words, brand, [paragraph(intro), codeParagraph(code), ...after.map(paragraph)])
  return { to, subject: ours.domainCodeSubject(told), text: `${text}\n`, html }
}

const codeParagraph = (code: string): string =>
  `<p style="margin:24px 0;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`

interface CodeParts {
  subject: string
  intro: string
  button: string
  asked: string
}

function withCode(
  { to, code, link }: Pick<Mail & { kind: 'sign-in-code' }, 'to' | 'code' | 'link'>,
  brand: Brand,
  words: MailWords,
  { subject, intro, button, asked }: CodeParts,
): ComposedMail {
  const host = new URL(brand.issuer).hostname
  const warning = `${words.neverShare} ${words.notYou}`
  const text = [
    intro,
    `    ${code}`,
    words.codeExpires,
    `${words.linkIntro}\n${link}`,
    asked,
    warning,
    `@${host} #${code}`,
  ].join('\n\n')
  const html = asHtml(words, brand, [
    paragraph(intro),
    codeParagraph(code),
    paragraph(words.codeExpires),
    linkButton(link, button, brand),
    paragraph(asked),
    paragraph(warning),
  ])
  return { to, subject, text: `${text}\n`, html }
}

function withLink(
  { to, link }: { to: string; link: string },
  brand: Brand,
  words: MailWords,
  { subject, paragraphs, button }: { subject: string; paragraphs: readonly string[]; button: string },
): ComposedMail {
  return {
    to,
    subject,
    text: `${[...paragraphs, link].join('\n\n')}\n`,
    html: asHtml(words, brand, [...paragraphs.map(paragraph), linkButton(link, button, brand)]),
  }
}

function plain(
  { to }: Context,
  brand: Brand,
  words: MailWords,
  subject: string,
  paragraphs: readonly string[],
): ComposedMail {
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: asHtml(words, brand, paragraphs.map(paragraph)),
  }
}

function notice(
  mail: Mail & { kind: 'notice' },
  brand: Brand,
  words: MailWords,
  facts: Parameters<MailWords['noticeFacts']>[0],
): ComposedMail {
  const { to, event, detail } = mail
  const what = words.notices[event]
  // The command line and the server itself act from no network.
  const where = facts.network ? words.noticeFacts(facts) : organizationMailWords(words.lang).noticeTime(facts)
  const shown = oneLine(detail)
  const next = nextAfterNotice(mail, words)
  const text = [what, ...(shown ? [`    ${shown}`] : []), where, `${next.intro}\n${next.link}`]
  const html = asHtml(words, brand, [
    paragraph(what),
    ...(shown ? [`<p style="margin:0 0 14px;font-weight:600"><bdi>${escapeHtml(shown)}</bdi></p>`] : []),
    paragraph(where),
    paragraph(next.intro),
    linkButton(next.link, next.button, brand),
  ])
  return { to, subject: words.noticeSubject(facts), text: `${text.join('\n\n')}\n`, html }
}

/**
 * In a text from right to left, what reads the other way stands apart (Unicode UAX 9, isolates): a time would be mirrored.
 * The direction is that of the first letter; what begins with a digit reads from left to right.
 */
function isolated<Facts extends Record<string, string>>({ dir }: MailWords, facts: Facts): Facts {
  if (dir === 'ltr') return facts
  const isolate = (text: string) => text && `${/^\P{L}/u.test(text) ? '\u2066' : '\u2068'}${text}\u2069`
  return { ...facts, ...Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, isolate(text)])) }
}

/** What someone can do who did not do it themselves: the one link of a notice. */
function nextAfterNotice({ link, undo, cancel }: Mail & { kind: 'notice' }, words: MailWords) {
  const { recovery } = words
  if (undo) return { intro: recovery.undoIntro, button: recovery.undoButton, link: undo }
  if (cancel) return { intro: recovery.cancelIntro, button: recovery.cancelButton, link: cancel }
  return { intro: words.noticeNotYou, button: words.noticeButton, link }
}

const utc = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** A name that someone typed: no address in it becomes a link by itself in the reader's mail program. */
const named = (text: string): string => oneLine(text).replaceAll(/[./:@](?=\S)/g, '$&\u200b')

/** What a person typed stays on its line, so it can't look like a part of the mail. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200)

const linkButton = (link: string, label: string, brand: Brand): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${brand.color};color:${brand.textColor};text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`

/** A name with a long number in it must not look like a code. */
const withoutLongNumbers = (name: string): string => name.replaceAll(/\d{6,}/g, (digits) => `${digits.slice(0, 3)}…`)

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const paragraph = (text: string): string => `<p style="margin:0 0 14px">${withBdi(escapeHtml(text))}</p>`

/** The isolates of a text, in HTML's words. */
const withBdi = (html: string): string =>
  html.replaceAll('\u2066', '<bdi dir="ltr">').replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>')

const asHtml = (words: MailWords, brand: Brand, parts: readonly string[]): string => `<!doctype html>
<html lang="${words.lang}" dir="${words.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto"><p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.name)}</p>
${parts.join('\n')}
</div></body></html>
`
