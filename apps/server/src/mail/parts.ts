import type { MailWords } from '../words/index.ts'
import type { MailBrand } from './messages.ts'

/** A mail consists of parts; the text part and the HTML part are both made of them. */
export type MailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  /** When and from where something was done: smaller than a paragraph. */
  | { kind: 'note'; text: string }
  /** What the mail is about, such as the name of a passkey. */
  | { kind: 'detail'; text: string }
  /** `textIntro` stands above the address in the text part; HTML has a button. */
  | { kind: 'link'; url: string; label: string; textIntro?: string }

export interface MailContent {
  subject: string
  /** What a list of mails shows beside the subject. Default: the first paragraph. Never the code. */
  preview?: string
  parts: readonly MailPart[]
}

/** What nearly every mail mentions. `application` is empty where the mail has nothing to do with one. */
export interface MailFacts {
  application: string
  brand: string
  when: string
  /** The network of the request and, where they are known, its browser and operating system. */
  network: string
}

/** What every kind of mail is written from. */
export interface MailContext {
  brand: MailBrand
  words: MailWords
  facts: MailFacts
}

export const paragraph = (text: string): MailPart => ({ kind: 'paragraph', text })
export const paragraphs = (...texts: readonly string[]): MailPart[] => texts.map(paragraph)
export const note = (text: string): MailPart => ({ kind: 'note', text })
export const code = (text: string): MailPart => ({ kind: 'code', text })
export const link = (url: string, label: string, textIntro?: string): MailPart => ({
  kind: 'link',
  url,
  label,
  textIntro,
})
