import type { Words } from './words/index.ts'

export type SaidWord = keyof Words['done']

/** What an act did: a word that every language has a sentence for, and what the sentence names. */
export type Said = readonly [word: SaidWord, ...about: string[]]

const isSaidWord = (words: Words['done'], word: string): word is SaidWord => Object.hasOwn(words, word)

/** The sentence that says what an act did. Null for an unknown word, or without what it names. */
export function saidText({
  words,
  done,
  about,
}: {
  words: Words
  done: string
  about: readonly string[]
}): string | null {
  if (!isSaidWord(words.done, done)) return null
  const sentence: string | ((...about: string[]) => string) = words.done[done]
  if (typeof sentence === 'string') return sentence
  return about.length >= sentence.length ? sentence(...about) : null
}
