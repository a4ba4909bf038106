import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

export type { Words } from './en.ts'

const catalogues: ReadonlyMap<string, Words> = new Map(
  [en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar].map((words) => [words.lang, words]),
)

/** The languages of the pages, for the metadata document. */
export const locales: readonly string[] = [...catalogues.keys()]

/** The words of the first language that we speak; else English. `languages` are BCP 47 tags, best first. */
export function wordsFor(languages: readonly string[]): Words {
  for (const language of languages) {
    const words = catalogues.get(language.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
