/** What a scope of an API allows, for the person who is asked: a name, and a sentence about it. */
export interface ScopeText {
  name: string
  description: string | null
}

/** By scope, then by language (BCP 47). */
export type ScopeTexts = ReadonlyMap<string, ReadonlyMap<string, ScopeText>>

/** The same as the environment and the management API write it. */
export type ScopeTextsJson = Record<string, Record<string, { name: string; description?: string }>>

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

/**
 * The text of a scope in a language: in that one, without its region or script (RFC 4647 section 3.4), in English, or in the
 * first that there is. Null for a scope without a text.
 */
export function findScopeText(texts: ScopeTexts, scope: string, language: string): ScopeText | null {
  const languages = texts.get(scope)
  if (!languages) return null
  for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = languages.get(tag)
    if (found) return found
  }
  return languages.get('en') ?? [...languages.values()][0] ?? null
}
