import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { MailWords } from './shape.ts'
import { zh } from './zh.ts'

export type { MailFacts, MailWords } from './shape.ts'

const catalogues: ReadonlyMap<string, MailWords> = new Map(
  [en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar].map((words) => [words.lang, words]),
)

/** The words of the first language that has a catalogue, else English. `languages` are BCP 47 tags, preferred first. */
export function mailWordsFor(languages: readonly string[]): MailWords {
  for (const language of languages) {
    const words = catalogues.get(language.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
