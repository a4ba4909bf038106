import type { ThemePart } from '../../../config/themes.ts'
import { currentTags } from '../../../words/match.ts'
import { isImage, type ThemeImage } from './images.ts'
import { isTextKey, type ThemeTextKey } from './texts.ts'

export const colorNames = ['accent', 'accentDark', 'paper', 'paperDark', 'ground', 'groundDark'] as const
export type ColorName = (typeof colorNames)[number]
export const imageNames = ['logo', 'logoDark', 'icon'] as const
export type ImageName = (typeof imageNames)[number]
export const linkNames = ['helpUrl', 'privacyUrl', 'termsUrl'] as const
export type LinkName = (typeof linkNames)[number]

/** Texts of pages, by language and then by key. */
export type ThemeTexts = Record<string, Partial<Record<ThemeTextKey, string>>>

/**
 * The values of a theme. What is absent is inherited: an organization's from the client, a client's from the instance.
 * Colors are `#rrggbb` in lower case.
 */
export interface ThemeValues
  extends Partial<Record<ColorName | LinkName, string>>,
    Partial<Record<ImageName, ThemeImage>> {
  /** The product name, where pages would show BRAND_NAME. */
  name?: string
  /** Of corners, in pixels. */
  radius?: number
  texts?: ThemeTexts
}

/** The part, as THEMES lists it, that each value belongs to. */
export const partOf: Record<keyof ThemeValues, ThemePart> = {
  name: 'name',
  accent: 'accent',
  accentDark: 'accent',
  paper: 'colors',
  paperDark: 'colors',
  ground: 'colors',
  groundDark: 'colors',
  radius: 'radius',
  logo: 'logo',
  logoDark: 'logo',
  icon: 'icon',
  helpUrl: 'links',
  privacyUrl: 'links',
  termsUrl: 'links',
  texts: 'texts',
}

/** The names of the values that differ. */
export const changedNames = (values: ThemeValues, others: ThemeValues): (keyof ThemeValues)[] =>
  (Object.keys(partOf) as (keyof ThemeValues)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(others[name]),
  )

/** The values whose part passes the test. */
export const valuesWhere = (values: ThemeValues, test: (part: ThemePart) => boolean): ThemeValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => test(partOf[name as keyof ThemeValues]))) as ThemeValues

export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)

export const isRadius = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 16

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isHttps = (value: unknown): value is string => typeof value === 'string' && /^https:\/\/\S+$/.test(value)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isAmong = (names: readonly string[], name: string): boolean => names.includes(name)

function isValid(name: string, value: unknown): boolean {
  if (isAmong(colorNames, name)) return isColor(value)
  if (isAmong(imageNames, name)) return isImage(value)
  if (isAmong(linkNames, name)) return isHttps(value)
  return name === 'radius' ? isRadius(value) : name === 'name' && isText(value)
}

/** The stored texts, without invalid ones. */
function readTexts(stored: unknown): ThemeTexts {
  const texts: ThemeTexts = {}
  for (const [language, byKey] of Object.entries(isObject(stored) ? stored : {})) {
    const known = Object.entries(isObject(byKey) ? byKey : {}).filter(([key, text]) => isTextKey(key) && isText(text))
    if (known.length === 0) continue
    // A text stored under the present tag is newer than one under a former tag.
    for (const tag of currentTags(language)) if (tag === language || !texts[tag]) texts[tag] = Object.fromEntries(known)
  }
  return texts
}

/** Reads stored values. What is broken is left out, so that a page is shown in the look that it inherits. */
export function readValues(stored: string | null): ThemeValues {
  let parsed: unknown
  try {
    parsed = JSON.parse(stored ?? '{}')
  } catch {
    return {}
  }
  if (!isObject(parsed)) return {}
  const valid = Object.fromEntries(Object.entries(parsed).filter(([name, value]) => isValid(name, value)))
  const texts = readTexts(parsed.texts)
  return { ...valid, ...(Object.keys(texts).length > 0 ? { texts } : {}) }
}
