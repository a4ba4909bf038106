// Text from outside that a mail repeats, and the plain-text part of a mail.

import type { MailWords } from '../words/index.ts'
import type { MailPart } from './parts.ts'

/** The text part: the parts one below the other, and last the line that binds a code to our origin. */
export function asText(parts: readonly MailPart[], issuer: string): string {
  const code = parts.find((part) => part.kind === 'code')
  const paragraphs = parts.map((part) => {
    if (part.kind === 'code' || part.kind === 'detail') return `    ${part.text}`
    if (part.kind === 'paragraph' || part.kind === 'note') return part.text
    return part.textIntro ? `${part.textIntro}\n${part.url}` : part.url
  })
  // "Origin-bound one-time codes delivered via SMS" (WICG), which mail programs read as well.
  if (code) paragraphs.push(`@${new URL(issuer).hostname} #${code.text}`)
  return `${paragraphs.join('\n\n')}\n`
}

/**
 * Isolates the facts in right-to-left text (Unicode UAX 9): otherwise a time would be mirrored. The direction of a fact is
 * that of its first letter; what begins with a digit and has no letter of these scripts reads from left to right.
 */
export function isolated<Facts extends Record<string, string>>({ dir }: MailWords, facts: Facts): Facts {
  if (dir === 'ltr') return facts
  const isolate = (text: string) => text && `${isLeftToRight(text) ? '\u2066' : '\u2068'}${text}\u2069`
  return { ...facts, ...Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, isolate(text)])) }
}

const isLeftToRight = (text: string): boolean =>
  /^\P{L}/u.test(text) && !/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')

/** What a person typed stays on its line, so it can't pass for a part of the mail. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200)

/** A name that someone typed: the reader's mail program turns no address in it into a link. */
export const withoutLinks = (text: string): string => oneLine(text).replaceAll(/[./:@](?=\S)/g, '$&\u200b')

/** A name with a long number in it must not pass for a code. */
export const withoutLongNumbers = (name: string): string =>
  name.replaceAll(/\d{6,}/g, (digits) => `${digits.slice(0, 3)}…`)
