import { legibilityOf, ratioText } from '../../config/color.ts'
import type { ThemePart } from '../../config/themes.ts'
import { cleanName } from '../platform/names.ts'
import { OperationRefused, type Problem } from '../platform/operation-refused.ts'
import { placeholdersOf, type ThemeTextKey, themeTexts } from '../platform/themes/texts.ts'
import {
  type ColorName,
  colorNames,
  isColor,
  isRadius,
  type LinkName,
  linkNames,
  partOf,
  type ThemeValues,
} from '../platform/themes/values.ts'

/** What a form or a body sets. Null or an empty text clears a value; what is absent stays. */
export type ThemeInput = Partial<Record<ColorName | LinkName | 'name', string | null>> & { radius?: number | null }

interface InputRules {
  /** The parts that may be set. */
  parts: readonly ThemePart[]
  /** Links must lead to one of these domains, or below it. Null where every link is allowed. */
  domains: readonly string[] | null
}

const fieldNames = {
  name: 'name',
  radius: 'radius',
  accent: 'accent',
  accentDark: 'accent_dark',
  paper: 'paper',
  paperDark: 'paper_dark',
  ground: 'ground',
  groundDark: 'ground_dark',
  helpUrl: 'help_url',
  privacyUrl: 'privacy_url',
  termsUrl: 'terms_url',
} as const satisfies Record<keyof ThemeInput, string>

export const inputNames = Object.keys(fieldNames) as (keyof ThemeInput)[]

/** The name of a value in forms and bodies. */
export const fieldOf = (name: keyof ThemeInput): string => fieldNames[name]

const refuse = (field: string, problem: Problem, hint: string | null = null) =>
  new OperationRefused('invalid', field, problem, hint)

/** The values with the input over them. @throws OperationRefused for the first that is refused */
export function withInput(values: ThemeValues, input: ThemeInput, rules: InputRules): ThemeValues {
  const changed: ThemeValues = { ...values }
  for (const name of inputNames) {
    const given = input[name]
    if (given === undefined) continue
    if (!rules.parts.includes(partOf[name])) {
      if ((given || null) === (values[name] ?? null)) continue
      throw refuse(fieldOf(name), 'not-in-themes')
    }
    if (given === null || given === '') delete changed[name]
    else Object.assign(changed, { [name]: parseValue(name, given, rules) })
  }
  return changed
}

function parseValue(name: keyof ThemeInput, given: string | number, rules: InputRules): string | number {
  if (name === 'radius') {
    if (!isRadius(given)) throw refuse('radius', 'invalid-radius')
    return given
  }
  const text = String(given).trim()
  if (name === 'name') return parseProductName(text)
  const link = linkNames.find((linkName) => linkName === name)
  if (link) return parseLink(fieldOf(link), text, rules)
  const color = colorNames.find((colorName) => colorName === name)
  if (!color) throw new Error(`no value is called ${name}`)
  return parseThemeColor(color, text)
}

/** Colors that text can't be read on are refused, with the nearest one that works (WCAG 2.2, 1.4.3). */
function parseThemeColor(name: ColorName, text: string): string {
  const color = text.toLowerCase()
  if (!isColor(color)) throw refuse(fieldOf(name), 'invalid-color')
  const { ratio, nearest } = legibilityOf(name, color)
  if (nearest) throw refuse(fieldOf(name), 'unreadable-color', `${ratioText(ratio)}:1; ${nearest}`)
  return color
}

/** A name without control characters and those that reverse the direction of text, at most 40 characters long. */
function parseProductName(text: string): string {
  const cleaned = cleanName(text, 40)
  if (!cleaned.ok) throw refuse('name', cleaned.problem === 'too-long' ? 'name-too-long' : cleaned.problem)
  if (cleaned.name === '') throw refuse('name', 'unreadable')
  return cleaned.name
}

function parseLink(field: string, text: string, { domains }: InputRules): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username || url.password || text.length > 500 || /\s/.test(text))
    throw refuse(field, 'invalid-url')
  const isProven = (domain: string) => url.hostname === domain || url.hostname.endsWith(`.${domain}`)
  if (domains && !domains.some(isProven)) throw refuse(field, 'unproven-link')
  return url.href
}

/** What mail programs and readers take for an address of the web. */
const webAddress = /:\/\/|www\.|[\p{L}\p{N}]\.[a-z]{2,24}(?![\p{L}\p{N}])/iu

/** A text of a page. `withLinks`: it may name an address, which is shown as text and never as a link. */
export function parseThemeText(key: ThemeTextKey, input: string, withLinks: boolean): string {
  const { limit, placeholders } = themeTexts[key]
  const cleaned = cleanName(input, limit)
  if (!cleaned.ok) throw refuse(key, cleaned.problem === 'too-long' ? 'text-too-long' : cleaned.problem, String(limit))
  const text = cleaned.name
  if (text === '') return ''
  if (placeholdersOf(text).join() !== [...placeholders].sort().join())
    throw refuse(key, 'wrong-placeholders', placeholders.map((name) => `{${name}}`).join(' ') || null)
  if (!withLinks && webAddress.test(text)) throw refuse(key, 'no-links')
  return text
}
