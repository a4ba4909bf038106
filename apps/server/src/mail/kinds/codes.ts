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
