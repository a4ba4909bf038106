import type { MailOf } from '../messages.ts'
import { code, link, type MailContent, type MailContext, note, paragraph, paragraphs } from '../parts.ts'
import { isolated, oneLine, withoutLinks, withoutLongNumbers } from '../text.ts'

/** To all owners: what happened to the company sign-in of their organization. The details are what somebody typed. */
export function ssoNews(mail: MailOf<'sso-news'>, { words, brand, facts }: MailContext): MailContent {
  const { sso } = words.organization
  const event = sso.events[mail.news]
  const isAboutAgents = mail.news.startsWith('issuer-')
  const [bodyOf, button] = isAboutAgents ? [sso.agentsBody, sso.agentsButton] : [sso.body, sso.button]
  const named = isolated(words, { brand: brand.name, organization: withoutLinks(mail.organization), event })
  const details = mail.details.map((text) => ({ kind: 'detail', text: oneLine(withoutLinks(text)) }) as const)
  return {
    subject: sso.subject(named),
    preview: bodyOf(named),
    parts: [
      paragraph(event),
      ...details,
      paragraph(bodyOf(named)),
      ...paragraphs(
        ...(mail.byLink ? [sso.byLink] : []),
        ...(mail.news === 'tested' ? [sso.next] : []),
        mail.news === 'failing' ? sso.failing : sso.unexpected,
      ),
      link(mail.link, button),
      note(facts.network ? words.noticeFacts(facts) : words.organization.noticeTime(facts)),
    ],
  }
}

/** To a member who has never signed in by their company. */
export function ssoRequired(mail: MailOf<'sso-required'>, { words, brand }: MailContext): MailContent {
  const { sso } = words.organization
  const facts = isolated(words, { brand: brand.name, organization: withoutLinks(mail.organization) })
  return {
    subject: sso.requiredSubject(facts),
    parts: [paragraph(sso.requiredBody(facts)), link(mail.link, words.addressButton)],
  }
}

/** To the address that a set-up link is for. It has no link: whoever asked has the page open. */
export function setupCode(mail: MailOf<'setup-code'>, { words, brand }: MailContext): MailContent {
  const { sso } = words.organization
  const organization = withoutLinks(withoutLongNumbers(mail.organization))
  const facts = isolated(words, { brand: brand.name, organization })
  return {
    subject: sso.setupSubject(facts),
    preview: words.codeExpires,
    parts: [
      paragraph(sso.setupIntro(facts)),
      code(mail.code),
      ...paragraphs(words.codeExpires, sso.setupWarning(facts)),
    ],
  }
}
