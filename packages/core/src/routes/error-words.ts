import { english, type PageWords, wordsOf } from './page-words.ts'

/**
 * Chooses the language by `Accept-Language` (RFC 9110 section 12.5.4). Browsers list languages in the order of their weights.
 * Languages with two catalogues are told apart by script (`zh-TW` is Hant) or region (`pt` alone is Brazilian, as in Unicode’s data).
 */
export async function wordsFor(acceptLanguage: string | null): Promise<{ language: string; words: PageWords }> {
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const tag = /^\s*([a-z]{2,3}(?:-[a-z\d]+)*)/i.exec(range)?.[1]
    for (const language of tag === undefined ? [] : candidates(tag)) {
      if (language === 'en') return { language, words: english }
      const { translations } = await import('./translated-words.ts')
      const texts = Object.hasOwn(translations, language) ? translations[language] : undefined
      if (texts) return { language, words: wordsOf(texts) }
    }
  }
  return { language: 'en', words: english }
}

/** The tags that a language range may stand for here, best first. A malformed one stands for none. */
function candidates(tag: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    const name = language === 'no' ? 'nb' : language
    // Portuguese as it is written in Africa and Asia is nearer to Portugal's than to Brazil's.
    return name === 'pt' ? [region === 'BR' ? 'pt-BR' : 'pt-PT'] : [`${name}-${script}`, name]
  } catch {
    return []
  }
}
