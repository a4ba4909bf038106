/** Languages that write the family name first (CLDR, person names). */
const familyFirst: ReadonlySet<string> = new Set(['hu', 'ja', 'ko', 'vi', 'zh'])

/** Whether a language, as a BCP 47 tag, writes the family name before the given name. */
export const familyNameFirst = (tag: string | null): boolean =>
  tag !== null && familyFirst.has((tag.split(/[-_]/, 1)[0] ?? '').toLowerCase())

/** Chinese, Japanese and Korean names in their own script have the family name first, and no space. */
const ownScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005]+$/u

interface NameParts {
  givenName: string | null
  familyName: string | null
  /** The person's language, a BCP 47 tag. */
  locale: string | null
}

/**
 * The name of a person, in the order of their language (OpenID Connect Core section 5.1: "ordered according to the
 * End-User's locale and preferences"). Null if they have none.
 */
export function fullName({ givenName, familyName, locale }: NameParts): string | null {
  if (!givenName || !familyName) return givenName || familyName || null
  // Nearly every name is in Latin script, and told apart at its first letter.
  if (familyName.charCodeAt(0) > 0x10ff && ownScript.test(familyName + givenName)) return familyName + givenName
  return familyNameFirst(locale) ? `${familyName} ${givenName}` : `${givenName} ${familyName}`
}

/** What a person is called in a sentence: their name, or else their address, or else the id. */
export const nameOrAddress = (person: (NameParts & { email: string | null }) | null, id: string): string =>
  (person && (fullName(person) ?? person.email)) || id

/** Names a person where two may have one name: `name · address`, or what there is of these, or else the id. */
export const personLabel = (name: string | null, address: string | null, id: string): string =>
  [name, address].filter(Boolean).join(' · ') || id
