import { en, type Words } from './en.ts'

export type { Words } from './en.ts'

const catalogues: ReadonlyMap<string, Words> = new Map([['en', en]])

/** The languages of the pages, for the metadata document. */
export const locales: readonly string[] = [...catalogues.keys()]

/** The first language we speak: of the request's ui_locales, then of the browser; else English. */
export function wordsFor(uiLocales: readonly string[], acceptLanguage: string | null): Words {
  const accepted = (acceptLanguage ?? '')
    .slice(0, 400)
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
  for (const locale of [...uiLocales, ...accepted]) {
    const words = catalogues.get(locale.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
