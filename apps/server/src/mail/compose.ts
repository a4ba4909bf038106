import { mailTime } from '../words/dates.ts'
import type { Languages } from '../words/languages.ts'
import { asHtml } from './html.tsx'
import { addressReserved, addressTaken, signUpRefused } from './kinds/addresses.ts'
import { addressCode, connectCode, signInCode } from './kinds/codes.ts'
import { setupCode, ssoNews, ssoRequired } from './kinds/company-sign-in.ts'
import { directoryNews } from './kinds/directory.ts'
import { domainCode, domainNews } from './kinds/domains.ts'
import { impersonationAsked } from './kinds/impersonation.ts'
import { invitation, joinAnswer, joinRequest, signInRequest, signUpInvitation } from './kinds/invitations.ts'
import { notice } from './kinds/notice.ts'
import { ownerRole } from './kinds/roles.ts'
import type { ComposedMail, Mail, MailBrand, MailOf } from './messages.ts'
import { type MailContent, type MailContext, paragraph } from './parts.ts'
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
  // The writer is that of the mail's kind, which the type of a table can't say.
  const content = writers[mail.kind](mail as never, { brand, words, facts })
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

type MailWriters = { [Kind in Mail['kind']]: (mail: MailOf<Kind>, context: MailContext) => MailContent }

const writers: MailWriters = {
  'sign-in-code': signInCode,
  'address-code': addressCode,
  'connect-code': connectCode,
  'sign-up-refused': signUpRefused,
  'address-taken': addressTaken,
  'address-reserved': addressReserved,
  invitation,
  'sign-up-invitation': signUpInvitation,
  'impersonation-asked': impersonationAsked,
  'sign-in-request': signInRequest,
  'join-request': joinRequest,
  'join-approved': joinAnswer,
  'join-declined': joinAnswer,
  'domain-code': domainCode,
  'domain-news': domainNews,
  'owner-role': ownerRole,
  'sso-news': ssoNews,
  'sso-required': ssoRequired,
  'setup-code': setupCode,
  'directory-news': directoryNews,
  // To an operator, who wants to see whether mails arrive.
  test: (_, { words, facts }) => ({ subject: words.testSubject(facts), parts: [paragraph(words.testBody(facts))] }),
  notice,
}
