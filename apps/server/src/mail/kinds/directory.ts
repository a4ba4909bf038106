import { mailTime } from '../../words/dates.ts'
import type { MailOf } from '../messages.ts'
import { link, type MailContent, type MailContext, note, paragraph, paragraphs } from '../parts.ts'
import { isolated, oneLine, withoutLinks } from '../text.ts'

/** To all owners: what happened to the company's directory of their organization. The details are what somebody typed. */
export function directoryNews(mail: MailOf<'directory-news'>, { words, brand, facts }: MailContext): MailContent {
  const { directory, sso } = words.organization
  const event = directory.events[mail.news]
  const named = isolated(words, { brand: brand.name, organization: withoutLinks(mail.organization), event })
  return {
    subject: sso.subject(named),
    preview: directory.body(named),
    parts: [
      paragraph(event),
      ...mail.details.map((text) => ({ kind: 'detail', text: oneLine(withoutLinks(text)) }) as const),
      paragraph(directory.body(named)),
      ...paragraphs(...(mail.byLink ? [sso.byLink] : []), follows(mail, { words, named })),
      link(mail.link, directory.button),
      note(facts.network ? words.noticeFacts(facts) : words.organization.noticeTime(facts)),
    ],
  }
}

/** What owners have to know or to do. */
function follows(
  { news, expiresAt, zone }: MailOf<'directory-news'>,
  { words, named }: Pick<MailContext, 'words'> & { named: { organization: string } },
): string {
  const { directory, sso } = words.organization
  if (news === 'token-expiring' && expiresAt)
    return directory.expiring(isolated(words, { date: mailTime(words.lang, zone, expiresAt) }))
  return news === 'owner-parked' ? directory.parked(named) : sso.unexpected
}
