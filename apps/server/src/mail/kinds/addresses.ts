// An address that can't do what someone asked of it. These mails have nothing to sign in with.

import { mailTime } from '../../words/dates.ts'
import type { Mail, MailOf } from '../messages.ts'
import { type MailContent, type MailContext, paragraphs } from '../parts.ts'
import { isolated } from '../text.ts'

export const signUpRefused = (_: Mail, { words, facts }: MailContext): MailContent => ({
  subject: words.refusedSubject(facts),
  parts: paragraphs(words.refusedBody(facts), words.ignore),
})

export const addressTaken = (_: Mail, { words, facts }: MailContext): MailContent => ({
  subject: words.takenSubject(facts),
  parts: paragraphs(words.takenBody(facts), words.ignore),
})

export const addressReserved = (
  mail: MailOf<'address-reserved'>,
  { words, facts, brand }: MailContext,
): MailContent => ({
  subject: words.takenSubject(facts),
  parts: paragraphs(
    words.recovery.reservedBody(
      isolated(words, { brand: brand.name, until: mailTime(words.lang, mail.zone, mail.until) }),
    ),
  ),
})
