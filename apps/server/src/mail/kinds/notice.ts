import { mailTime } from '../../words/dates.ts'
import type { MailWords } from '../../words/index.ts'
import type { MailOf } from '../messages.ts'
import { link, type MailContent, type MailContext, type MailPart, note, paragraph } from '../parts.ts'
import { oneLine, withoutLinks } from '../text.ts'

/** To every mailbox of a person: what happened to their account, and what to do if they didn't do it. */
export function notice(mail: MailOf<'notice'>, { words, facts }: MailContext): MailContent {
  const detail = mail.takesEffectAt ? mailTime(words.lang, mail.zone, mail.takesEffectAt) : nameOf(mail)
  const details = [
    detail,
    mail.endsAt ? mailTime(words.lang, mail.zone, mail.endsAt) : '',
    withoutLinks((mail.publishedAt ?? '').replace(/^https?:\/\//, '')),
  ]
  // The command line and the server itself act from no network.
  const source = facts.network ? words.noticeFacts(facts) : words.organization.noticeTime(facts)
  return {
    subject: words.noticeSubjects[mail.event](facts),
    preview: detail ? `${detail} – ${source}` : source,
    parts: [
      paragraph(words.notices[mail.event]),
      ...details.filter(Boolean).map((text) => ({ kind: 'detail', text }) as const),
      note(source),
      ...undoOrCancel(mail, words),
    ],
  }
}

const isAboutKey = (event: MailOf<'notice'>['event']): boolean =>
  event === 'organization-key-created' || event.startsWith('api-key-')

/** The name of a key was typed by whoever made it, and is read by others. */
const nameOf = ({ event, detail }: MailOf<'notice'>): string =>
  isAboutKey(event) ? withoutLinks(detail) : oneLine(detail)

/** What someone can do who did not do it: the only link of a notice. */
function undoOrCancel({ event, link: account, undo, cancel }: MailOf<'notice'>, words: MailWords): MailPart[] {
  const { recovery } = words
  if (event === 'application-connected' || event === 'agents-linked')
    return [paragraph(words.applicationNotYou), link(account, words.applicationButton)]
  if (isAboutKey(event) && event !== 'api-key-created') return [link(account, words.keyButton)]
  if (undo) return [paragraph(recovery.undoIntro), link(undo, recovery.undoButton)]
  if (cancel && event === 'device-approved') return [paragraph(words.deviceNotYou), link(cancel, words.deviceButton)]
  if (cancel && event === 'undo-requested')
    return [paragraph(recovery.undoCancelIntro), link(cancel, recovery.undoCancelButton)]
  if (cancel) return [paragraph(recovery.cancelIntro), link(cancel, recovery.cancelButton)]
  return [paragraph(words.noticeNotYou), link(account, words.noticeButton)]
}
