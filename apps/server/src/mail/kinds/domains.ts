import type { MailOf } from '../messages.ts'
import { code, link, type MailContent, type MailContext, paragraph, paragraphs } from '../parts.ts'
import { isolated, withoutLinks, withoutLongNumbers } from '../text.ts'

/** To the postmaster of a domain: which organization asks, what for, and what the code permits. */
export function domainCode(mail: MailOf<'domain-code'>, { words, brand }: MailContext): MailContent {
  const facts = isolated(words, {
    brand: brand.name,
    organization: withoutLinks(withoutLongNumbers(mail.organization)),
    domain: withoutLongNumbers(mail.domain),
  })
  const { organization } = words
  return {
    subject: organization.domainCodeSubject(facts),
    preview: organization.domainCodeExpires,
    parts: [
      paragraph(organization.domainCodeIntro(facts)),
      code(mail.code),
      ...paragraphs(
        organization.domainCodeMeaning(facts),
        organization.domainCodeExpires,
        organization.domainCodeWarning,
      ),
    ],
  }
}

/** To the owners: what happened to the proof of a domain. */
export function domainNews(mail: MailOf<'domain-news'>, { words, brand }: MailContext): MailContent {
  const facts = isolated(words, {
    brand: brand.name,
    organization: withoutLinks(mail.organization),
    domain: mail.domain,
  })
  const { subject, body } = words.organization.news[mail.news]
  return {
    subject: subject(facts),
    parts: [...paragraphs(body(facts)), link(mail.link, words.organization.newsButton)],
  }
}
