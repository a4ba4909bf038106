import { mailTime } from '../words/dates.ts'
import type { Languages } from '../words/languages.ts'
import { asHtml } from './html.tsx'
import { addressReserved, addressTaken, signUpRefused } from './kinds/addresses.ts'
import { addressCode, signInCode } from './kinds/codes.ts'
import { domainCode, domainNews } from './kinds/domains.ts'
import { impersonationAsked } from './kinds/impersonation.ts'
import { invitation, joinAnswer, joinRequest, signInRequest, signUpInvitation } from './kinds/invitations.ts'
import { notice } from './kinds/notice.ts'
import { test } from './kinds/test.ts'
import type { ComposedMail, Mail, MailBrand } from './messages.ts'
import type { MailContent, MailContext } from './parts.ts'
import { asText, isolated, withoutIsolates, withoutLongNumbers } from './text.ts'

/**
 * Writes a mail. The code is the only run of six or more digits in the text part, so that autofill finds it, and the one
 * link leads to our own origin. `device`: the browser of the request that caused the mail, if it is a known one.
 */
export function compose(
  mail: Mail,
  brand: MailBrand,
  languages: Languages,
  device: string | null = null,
): ComposedMail {
  const words = languages.mailWordsFor(mail.locales)
  const facts = isolated(words, {
    application: withoutLongNumbers(mail.application === brand.configuredName ? brand.name : mail.application),
    brand: brand.name,
    when: mailTime(words.lang, mail.zone, mail.at),
    network: mail.network && device ? `${mail.network} (${device})` : mail.network,
  })
  const content = contentOf(mail, { brand, words, facts })
  const { parts } = content
  const subject = withoutIsolates(content.subject)
  const preview = content.preview ?? parts.find((part) => part.kind === 'paragraph')?.text ?? ''
  return {
    to: mail.to,
    subject,
    text: asText(parts, brand.issuer),
    html: asHtml({ words, brand, subject, preview, parts }),
  }
}

function contentOf(mail: Mail, context: MailContext): MailContent {
  switch (mail.kind) {
    case 'sign-in-code':
      return signInCode(mail, context)
    case 'address-code':
      return addressCode(mail, context)
    case 'sign-up-refused':
      return signUpRefused(context)
    case 'address-taken':
      return addressTaken(context)
    case 'address-reserved':
      return addressReserved(mail, context)
    case 'invitation':
      return invitation(mail, context)
    case 'sign-up-invitation':
      return signUpInvitation(mail, context)
    case 'impersonation-asked':
      return impersonationAsked(mail, context)
    case 'sign-in-request':
      return signInRequest(mail, context)
    case 'join-request':
      return joinRequest(mail, context)
    case 'join-approved':
    case 'join-declined':
      return joinAnswer(mail, context)
    case 'domain-code':
      return domainCode(mail, context)
    case 'domain-news':
      return domainNews(mail, context)
    case 'test':
      return test(context)
    case 'notice':
      return notice(mail, context)
  }
}
