/** What a scope of an API allows, for the person who is asked: a name, and a sentence about it. */
export interface ScopeText {
  name: string
  description: string | null
}

/** By scope, then by language (BCP 47). */
export type ScopeTexts = ReadonlyMap<string, ReadonlyMap<string, ScopeText>>

/** The same as the environment and the management API write it. */
export type ScopeTextsJson = Record<string, Record<string, { name: string; description?: string }>>

/** A language as BCP 47 writes it; null for what is none. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

export const scopeTextsJson = (texts: ScopeTexts): ScopeTextsJson =>
  Object.fromEntries(
    [...texts].map(([scope, languages]) => [
      scope,
      Object.fromEntries(
        [...languages].map(([tag, { name, description }]) => [
          tag,
          description === null ? { name } : { name, description },
        ]),
      ),
    ]),
  )

/** The text of a scope in a language, or else in another. Null for a scope without a text. */
export const findScopeText = (texts: ScopeTexts, scope: string, language: string): ScopeText | null =>
  textIn(texts.get(scope) ?? new Map(), language)

/**
 * A text in a language: in that one, without its region or script (RFC 4647 section 3.4), in English, or in the first that
 * there is. Null if there is none.
 */
export function textIn<T>(languages: ReadonlyMap<string, T>, language: string): T | null {
  for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = languages.get(tag)
    if (found) return found
  }
  return languages.get('en') ?? [...languages.values()][0] ?? null
}
