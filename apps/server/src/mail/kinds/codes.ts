import type { MailOf } from '../messages.ts'
import { code, link, type MailContent, type MailContext, note, paragraph } from '../parts.ts'

export const signInCode = (mail: MailOf<'sign-in-code'>, { words, facts }: MailContext): MailContent => ({
  subject: words.codeSubject(facts),
  preview: words.codeExpires,
  parts: [
    paragraph(words.codeIntro(facts)),
    code(mail.code),
    paragraph(words.codeExpires),
    link(mail.link, words.linkButton, words.linkIntro),
    note(facts.application === facts.brand ? words.asked(facts) : words.askedWithBrand(facts)),
    paragraph(`${words.neverShare} ${words.notYou}`),
  ],
})

/** It proves that somebody who signed in at their organization also has the account here. It signs nobody in. */
export const connectCode = (mail: MailOf<'connect-code'>, { words, facts }: MailContext): MailContent => ({
  subject: words.connectSubject(facts),
  preview: words.codeExpires,
  parts: [
    paragraph(words.connectIntro({ ...facts, organization: mail.organization })),
    code(mail.code),
    paragraph(words.codeExpires),
    note(words.noticeFacts(facts)),
    paragraph(`${words.neverShare} ${words.notYou}`),
  ],
})

export const addressCode = (mail: MailOf<'address-code'>, { words, facts }: MailContext): MailContent => ({
  subject: words.addressSubject(facts),
  preview: words.codeExpires,
  parts: [
    paragraph(words.addressIntro(facts)),
    code(mail.code),
    paragraph(words.codeExpires),
    link(mail.link, words.addressButton, words.linkIntro),
    note(words.noticeFacts(facts)),
    paragraph(`${words.neverShare} ${words.notYou}`),
  ],
})
