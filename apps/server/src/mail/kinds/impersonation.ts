import type { MailOf } from '../messages.ts'
import { link, type MailContent, type MailContext, paragraph } from '../parts.ts'
import { isolated, oneLine, withoutLinks } from '../text.ts'

/** To the person whom an operator asks to act as, and to the owners of the organization: only its page can answer. */
export function impersonationAsked(mail: MailOf<'impersonation-asked'>, { words, facts }: MailContext): MailContent {
  const names = { operator: withoutLinks(mail.operator), person: withoutLinks(mail.person) }
  const about = { ...facts, ...isolated(words, names) }
  const { subject, body, expires, button } = words.impersonation
  return {
    subject: subject(about),
    parts: [
      paragraph(body(about)),
      { kind: 'detail', text: oneLine(withoutLinks(mail.reason)) },
      paragraph(expires),
      link(mail.link, button),
    ],
  }
}
