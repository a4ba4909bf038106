import { type MailContent, type MailContext, paragraph } from '../parts.ts'

/** To an operator, who wants to see whether mails arrive. */
export const test = ({ words, facts }: MailContext): MailContent => ({
  subject: words.testSubject(facts),
  parts: [paragraph(words.testBody(facts))],
})
