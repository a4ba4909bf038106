import type { MailOf } from '../messages.ts'
import { link, type MailContent, type MailContext, paragraph } from '../parts.ts'
import { isolated, withoutLinks } from '../text.ts'

/** To the owners: whoever has this role may do what otherwise only they may. Its name is what somebody typed. */
export function ownerRole(mail: MailOf<'owner-role'>, { words }: MailContext): MailContent {
  const { subject, body, button } = words.organization.role
  const facts = isolated(words, {
    organization: withoutLinks(mail.organization),
    role: withoutLinks(mail.role),
    permissions: withoutLinks(mail.permissions),
  })
  return { subject: subject(facts), parts: [paragraph(body(facts)), link(mail.link, button)] }
}
