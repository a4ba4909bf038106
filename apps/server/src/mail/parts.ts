import type { MailBrand } from './messages.ts'
import type { MailFacts, MailWords } from './words/index.ts'

/** A mail consists of parts; the text part and the HTML part are both made of them. */
export type MailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  /** What the mail is about, such as the name of a passkey. */
  | { kind: 'detail'; text: string }
  /** `textIntro` stands above the address in the text part; HTML has a button. */
  | { kind: 'link'; url: string; label: string; textIntro?: string }

export interface MailContent {
  subject: string
  parts: readonly MailPart[]
}

/** What every kind of mail is written from. */
export interface MailContext {
  brand: MailBrand
  words: MailWords
  facts: MailFacts
}

export const paragraph = (text: string): MailPart => ({ kind: 'paragraph', text })
export const paragraphs = (...texts: readonly string[]): MailPart[] => texts.map(paragraph)
export const code = (text: string): MailPart => ({ kind: 'code', text })
export const link = (url: string, label: string, textIntro?: string): MailPart => ({
  kind: 'link',
  url,
  label,
  textIntro,
})
