/** Consonants: no code spells a word, and none of them looks like a digit (RFC 8628 section 6.1). */
export const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

/** More than anybody types by mistake. */
const maxTyped = 64

/** A code of random bytes; null if there are too few that do. Each letter is as likely as any other. */
export function userCodeOf(random: Iterable<number>): string | null {
  const letters = userCodeAlphabet.length
  let code = ''
  for (const byte of random) {
    if (byte >= 256 - (256 % letters)) continue
    code += userCodeAlphabet[byte % letters]
    if (code.length === length) return code
  }
  return null
}

/** The code in what a person typed: in any case, with or without the dash. Null if it can be none. */
export function normalizeUserCode(typed: string): string | null {
  if (typed.length > maxTyped) return null
  const code = [...typed.toUpperCase()].filter((letter) => userCodeAlphabet.includes(letter)).join('')
  return code.length === length ? code : null
}

/** As people read it: `BCDF-GHJK`. */
export const shownUserCode = (code: string): string => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
