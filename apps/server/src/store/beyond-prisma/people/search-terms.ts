import { fullName } from '../../../oidc/person-names.ts'

// What a person is found by: pure values, the same for both databases.

/** A text is folded as far as this, in UTF-16 units. No name or address is longer (flows/platform/names.ts). */
const longestText = 1200
/** What the marks and ligatures of a text may grow to: ﷺ alone is 18 letters. */
const longestFolded = 2000
/** How much of what follows the beginning of a word is in the index. The rest is compared with the person's own text. */
const longestTerm = 32
/** Terms of one person, at most. Beginnings come first. */
const mostTerms = 1000
/** The shortest text that is found in the middle of a word. */
export const shortestMiddle = 3

/** Letters that Unicode doesn't decompose, as people type them who don't have the key. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', æ: 'ae', œ: 'oe', þ: 'th', ĸ: 'k', ς: 'σ' },
}
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/**
 * Marks that a reader leaves out: accents, vowel points of Hebrew, Arabic and Syriac. Vowel signs of other scripts are
 * letters to their readers, and the voicing marks of kana (U+3099, U+309A) are as well.
 */
const marks =
  /(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Cyrillic}](?<=\p{M})/gu
/** What stands inside a word without dividing it: apostrophes, joiners, direction marks, tatweel. */
const inside = /['’‘ʼʹ`´\u0640\p{Cf}]/gu
const words = /[\p{L}\p{N}\p{M}\p{So}]+/gu

/** The words of a text without case, accents and punctuation: `Amélie-Charlotte Groß` is `amelie charlotte gross`. */
export function foldedWords(text: string): string[] {
  const plain = text
    .slice(0, longestText)
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .slice(0, longestFolded)
    // Again: what was a ligature or a squared letter has a case of its own.
    .toLowerCase()
    .replaceAll(inside, '')
    .replaceAll(marks, '')
    .normalize('NFC')
    .replaceAll(plainLetter, (letter) => plainLetters[letter] ?? letter)
  return plain.match(words) ?? []
}

/**
 * What a text asks for: phrases, each of one word or of several that punctuation joins. `@` is one of the words, so that
 * `anna@ex` means no `anna.example@`.
 */
export const foldedPhrases = (text: string): string[][] =>
  text
    .slice(0, longestText)
    .split(/\s+/)
    .map((part) => part.split('@').flatMap((side, index) => [...(index > 0 ? ['@'] : []), ...foldedWords(side)]))
    .filter((phrase) => phrase.some((word) => word !== '@'))

/** What is stored of a person, so that what is indexed can be taken back: folded words, each after a space. */
export interface SearchText {
  names: string
  /** `@` stands before the domain of an address, `;` after it. */
  addresses: string
}

const joined = (parts: readonly string[]): string => parts.map((part) => ` ${part}`).join('')

export function searchTextOf(
  { givenName, familyName }: { givenName: string | null; familyName: string | null },
  addresses: readonly string[],
): SearchText {
  const name = {
    givenName: givenName?.slice(0, longestText) ?? '',
    familyName: familyName?.slice(0, longestText) ?? '',
  }
  const given = foldedWords(name.givenName)
  const family = foldedWords(name.familyName)
  // Of a name that is written without a space, the family name first, the whole is a word too.
  const whole = foldedWords(fullName({ ...name, locale: null }) ?? '')
  return {
    names: joined([...given, ...family, ...(whole.length < given.length + family.length ? whole : [])]),
    addresses: joined(
      addresses.flatMap((address) => {
        const at = address.lastIndexOf('@')
        return [...foldedWords(address.slice(0, at)), '@', ...foldedWords(address.slice(at + 1)), ';']
      }),
    ),
  }
}

/** What a term is: a name or an address from one of its words on, or the rest of a word of either. */
export type TermKind = 'name' | 'address' | 'middle'
const signs: Readonly<Record<TermKind, string>> = { name: 'n', address: 'a', middle: 'm' }

/** As much of a text as a term has. A character is never cut in half. */
const cut = (text: string): string => text.slice(0, longestTerm).replace(/[\ud800-\udbff]$/, '')

export const termOf = (kind: TermKind, text: string): string => signs[kind] + cut(text)

/** The index has all of this text, so that what it finds need not be compared. */
export const isWholeTerm = (text: string): boolean => text.length <= longestTerm

/**
 * The terms of a person. A name is there from each of its words on, and then from its first word, so that any two words
 * that follow each other are found, the family name first or last. Of an address, the words of the domain are there from
 * their beginnings only: a domain is shared by too many people to index its middles for each. The last is in nobody's search.
 */
export function termsOf({ names, addresses }: SearchText): string[] {
  const nameWords = names.split(' ').slice(1)
  const turned = nameWords.map((_, index) => [...nameWords.slice(index), ...nameWords.slice(0, index)].join(' '))
  const boxes = addresses
    .split(' ;')
    .slice(0, -1)
    .map((address) => address.split(' @').map((part) => part.split(' ').slice(1)))
  const fromEach = ([local = [], domain = []]: string[][]) => [
    ...local.map((_, index) => [...local.slice(index), '@', ...domain].join(' ')),
    ...domain.slice(0, -1).map((_, index) => domain.slice(index).join(' ')),
  ]
  const wholeWords = new Set([...nameWords, ...boxes.flatMap(([local = []]) => local)])
  return [
    ...longestOnes(turned).map((text) => termOf('name', text)),
    ...longestOnes(boxes.flatMap(fromEach)).map((text) => termOf('address', text)),
    ...longestOnes([...wholeWords].flatMap(middlesOf)).map((text) => termOf('middle', text)),
  ].slice(0, mostTerms)
}

/** Those that none of the others begins with: whoever looks for the shorter one finds the longer one. */
function longestOnes(texts: readonly string[]): string[] {
  const sorted = [...new Set(texts)].sort()
  return sorted.filter((text, index) => !sorted[index + 1]?.startsWith(text))
}

/** What is left of a word from its second character on, while three are left. */
function middlesOf(word: string): string[] {
  const characters = [...word]
  return characters.slice(1, 1 - shortestMiddle).map((_, index) => characters.slice(index + 1).join(''))
}
