import { isCountryCode } from '../../../oidc/fields/countries.ts'
import { isDay, maxTextOf } from '../../../oidc/fields/declaration.ts'
import type { Field, FieldValue } from '../../../oidc/fields/field.ts'
import { cleanName } from '../names.ts'

/** Why a value is refused. */
export type ValueFault = 'type' | 'too-long' | 'not-allowed'

export type CheckedValue = { ok: true; value: FieldValue | null } | { ok: false; fault: ValueFault }

const ok = (value: FieldValue | null): CheckedValue => ({ ok: true, value })
const refused = (fault: ValueFault): CheckedValue => ({ ok: false, fault })

const maxLink = 500
const maxChosen = 10
/** UTF-16 units of what an index has of a value. Compatibility forms can be eighteen times as long as what was typed. */
const maxFolded = 512

/** A value as it will be stored. An empty text is none. */
export function checkValue(field: Field, value: unknown): CheckedValue {
  switch (field.type) {
    case 'text':
    case 'note':
      return typeof value === 'string' ? checkText(field, value) : refused('type')
    case 'integer':
      if (!Number.isSafeInteger(value)) return refused('type')
      return within(field, value as number) ? ok(value as number) : refused('not-allowed')
    case 'boolean':
      return typeof value === 'boolean' ? ok(value) : refused('type')
    case 'choices':
      return checkChoices(field, value)
    default:
      if (typeof value !== 'string') return refused('type')
      return value === '' ? ok(null) : checkWord(field, value)
  }
}

const within = ({ min, max }: Field, value: number): boolean =>
  (min === null || value >= min) && (max === null || value <= max)

const classes: Record<Exclude<Field['allow'], 'any'>, RegExp> = {
  letters: /^[\p{L}\p{M}]+$/u,
  digits: /^[0-9]+$/,
  'letters-digits': /^[\p{L}\p{M}0-9]+$/u,
  code: /^[A-Z0-9_./-]+$/,
}

function checkText(field: Field, given: string): CheckedValue {
  const limit = field.max ?? maxTextOf[field.type as 'text' | 'note']
  const cleaned = field.type === 'note' ? cleanNote(given, limit) : cleanName(given, limit)
  if (!cleaned.ok) return refused(cleaned.problem === 'too-long' ? 'too-long' : 'not-allowed')
  const text = cleaned.name
  if (text === '') return ok(null)
  if (foldValue(text).length > maxFolded && field.type === 'text') return refused('too-long')
  if (foldValue(text) === '' || [...text].length < (field.min ?? 1)) return refused('not-allowed')
  return field.allow === 'any' || classes[field.allow].test(text) ? ok(text) : refused('not-allowed')
}

/** The same rules for each line of a note, and one limit for all of them. */
function cleanNote(given: string, limit: number): ReturnType<typeof cleanName> {
  if (given.length > 4 * limit) return { ok: false, problem: 'too-long' }
  const lines = given.split(/\r\n|\r|\n/).map((line) => cleanName(line, limit))
  const wrong = lines.find((line) => !line.ok)
  if (wrong) return wrong
  const name = lines
    .map((line) => (line.ok ? line.name : ''))
    .join('\n')
    .trim()
  return [...name].length > limit ? { ok: false, problem: 'too-long' } : { ok: true, name }
}

function checkWord({ type, options }: Field, value: string): CheckedValue {
  if (type === 'link') {
    if (value.length > maxLink) return refused('too-long')
    return isLink(value) ? ok(value) : refused('not-allowed')
  }
  const known =
    type === 'date'
      ? isDay(value) && value >= '1900-01-01' && value <= '2200-12-31'
      : type === 'country'
        ? isCountryCode(value)
        : Object.hasOwn(options, value)
  return known ? ok(value) : refused('not-allowed')
}

/** An https address without a user name: it is shown as text, and some read it in an address bar. */
function isLink(text: string): boolean {
  if (!/^https:\/\/[^/?#\s\\@][^\s\\]*$/i.test(text) || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text))
    return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

function checkChoices({ options }: Field, value: unknown): CheckedValue {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return refused('type')
  if (value.length > maxChosen) return refused('too-long')
  const chosen = Object.keys(options).filter((key) => value.includes(key))
  if (new Set(value).size !== chosen.length || chosen.length !== value.length) return refused('not-allowed')
  return ok(chosen.length === 0 ? null : chosen)
}

/** The value that a cell of a file means, as `textOfValue` writes it. What it can't be is refused as it was written. */
export function valueOfText(field: Field | undefined, text: string): unknown {
  if (field?.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text
  if (field?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (field?.type === 'choices') return text.split(/[\s,]+/).filter(Boolean)
  return text
}

/**
 * What values are compared by: compatibility forms, case and characters that nobody sees make no difference (UAX 31, NFKC and
 * case folding; upper case first, since only that maps ß and the final sigma).
 */
export const foldValue = (value: FieldValue): string =>
  String(value)
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .trim()

/**
 * The value of a stored field, where it is one of the declaration: a choice that is no longer offered is none, and neither is
 * what another type left behind.
 */
export function readValue(field: Field, stored: unknown): FieldValue | null {
  switch (field.type) {
    case 'integer':
      return typeof stored === 'number' ? stored : null
    case 'boolean':
      return typeof stored === 'boolean' ? stored : null
    case 'choices': {
      const chosen = Array.isArray(stored) ? stored.filter((key) => Object.hasOwn(field.options, key)) : []
      return chosen.length > 0 ? chosen : null
    }
    case 'choice':
      return typeof stored === 'string' && Object.hasOwn(field.options, stored) ? stored : null
    default:
      return typeof stored === 'string' ? stored : null
  }
}
