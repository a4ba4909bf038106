import { picturePath } from '../oidc/claims.ts'

export interface AvatarProps {
  /** Whose it is: the color follows from it. */
  id: string
  /** The initials are taken from it: a name, or an address where there is none. */
  name: string
  /** People are round; organizations and applications are square. */
  kind: 'person' | 'organization' | 'application'
  /** An address of ours. */
  picture?: string | null
  size?: 24 | 32 | 40 | 64
}

/** A picture or the initials of somebody or something, beside the name, which says it all to a screen reader. */
export const Avatar = ({ id, name, kind, picture, size = 24 }: AvatarProps) => {
  const look = `avatar size-${size} ${kind === 'person' ? 'round' : 'square'}`
  return picture ? (
    <img class={look} src={picture} alt="" width={size} height={size} loading="lazy" />
  ) : (
    <span class={`${look} hue-${hueOf(id)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** How many colors style/avatar.css has. */
export const hues = 8

/** The same for ever, and on every replica. */
export function hueOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum % hues
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first character as a reader sees it: with its marks, or a whole emoji. */
const firstOf = (text: string): string =>
  graphemes.segment(text.slice(0, 64))[Symbol.iterator]().next().value?.segment ?? ''

const isLetter = (character: string) => /^[\p{L}\p{N}]/u.test(character)

/** One or two letters. Two only in scripts with capitals: elsewhere letters join, or one of them is a name already. */
export function initialsOf(name: string): string {
  const words = name
    .slice(0, 254)
    .split(/[\s.@_-]+/)
    .filter(isLetter)
  const [first = '', last = ''] = [words[0], words.length > 1 && !name.includes('@') ? words.at(-1) : ''].map((word) =>
    firstOf(word ?? '').toUpperCase(),
  )
  const cased = (character: string) => character.toLowerCase() !== character
  return (cased(first) && cased(last) ? first + last : first) || firstOf(name.trim()) || '?'
}

/** Where the page finds a picture that is stored here. */
export const pictureUrl = (base: string, id: string | null): string | null => id && `${base}${picturePath(id)}`
