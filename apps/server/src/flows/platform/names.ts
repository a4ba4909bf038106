import { randomBytes } from 'node:crypto'

const maxGraphemes = 100

/**
 * Bytes of UTF-8 for each character of the limit. A letter of Thai or Devanagari with a mark on it has six; a family of
 * emoji has more, but no name is made of a hundred of those.
 */
const bytesPerCharacter = 6

/**
 * Marks without a letter between them reach into the lines above and below; no script needs five on one letter. The
 * joiners don't end such a pile.
 */
const piledMarks = /[\p{M}\u200c\u200d]{5}/u

/** Characters as a reader counts them. The first use takes ten milliseconds: no start should wait for it. */
const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/**
 * A name as a person typed it: trimmed, inner white space collapsed, controls, bidirectional overrides and invisible
 * characters dropped. At most `limit` characters as a reader counts them, 100 by default, of six bytes on average and with
 * four marks at most: a database indexes names, and pages show them. An empty name is for the caller to judge.
 */
export function cleanName(
  input: string,
  limit = maxGraphemes,
): { ok: true; name: string } | { ok: false; problem: 'too-long' | 'unreadable' } {
  if (!input.isWellFormed() || input.length > 4000)
    return { ok: false, problem: input.length > 4000 ? 'too-long' : 'unreadable' }
  const name = input
    .normalize('NFC')
    .replaceAll(/[\p{White_Space}]+/gu, ' ')
    // The joiners U+200C and U+200D stay: emoji and several scripts need them. On their own they are an empty name.
    .replaceAll(
      /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\u061c\u180e\u{e0000}-\u{e007f}]/gu,
      '',
    )
    .trim()
  if (/^(\u200c|\u200d|\p{M})*$/u.test(name)) return { ok: true, name: '' }
  if (piledMarks.test(name)) return { ok: false, problem: 'unreadable' }
  if (Buffer.byteLength(name) > limit * bytesPerCharacter) return { ok: false, problem: 'too-long' }
  if (name.length > limit && graphemesOf(name).length > limit) return { ok: false, problem: 'too-long' }
  return { ok: true, name }
}

/** The beginning of a clean name that has no other limit. */
export const cutName = (name: string, limit: number): string =>
  graphemesOf(name.slice(0, 4 * limit).toWellFormed())
    .slice(0, limit)
    .join('')
    .trim()

/** Slugs that would look like a path of this server. */
const reserved = new Set([
  'admin',
  'api',
  'account',
  'assets',
  'authorize',
  'consent',
  'health',
  'invitations',
  'jwks',
  'login',
  'logout',
  'metrics',
  'new',
  'onboarding',
  'organizations',
  'settings',
  'sign-in',
  'support',
  'system',
  'terms',
  'token',
  'userinfo',
  'www',
])

/** Slugs to try for a name: the plain one first, then some with random letters appended. */
export function slugCandidates(name: string): string[] {
  const words =
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const base = words.join('-').slice(0, 40).replace(/-$/, '')
  const stem = base.length >= 2 ? base : 'org'
  const nice = stem === base && !reserved.has(base) ? [base] : []
  return [...nice, ...Array.from({ length: 4 }, () => `${stem}-${randomBytes(3).toString('hex')}`)]
}

/** A slug as someone chose it: 2 to 40 lower-case letters, digits and single dashes, and not a path of this server. */
export const isSlug = (slug: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length >= 2 && slug.length <= 40 && !reserved.has(slug)
