import type { Deps } from '../flows/platform/deps.ts'
import { type FieldRefused, isFieldRefused } from '../flows/platform/fields/field-refused.ts'
import {
  digestOfValues,
  type FieldChange,
  isOutdated,
  mayRead,
  mayWrite,
  textOfValue,
  valuesFor,
} from '../flows/platform/fields/field-values.ts'
import type { Problem } from '../flows/platform/operation-refused.ts'
import { formField } from '../http/forms.ts'
import { countryCodes } from '../oidc/fields/countries.ts'
import { maxTextOf } from '../oidc/fields/declaration.ts'
import { type Field, type FieldOwner, type FieldReader, type FieldValue, nameIn } from '../oidc/fields/field.ts'
import type { Params } from '../oidc/params.ts'
import type { ShownField, ShownFields } from '../pages/field-values.tsx'
import type { Choice } from '../pages/fields.tsx'
import type { Frame } from '../pages/layout.tsx'
import { problemText, problemTexts } from './forms.ts'

interface ShownTo {
  of: FieldOwner
  /** JSON text of all values. */
  stored: string | null
  /** As whom the reader looks, and as whom what they send is written. */
  readers: readonly FieldReader[]
  place: Field['show'][number]
  /** What was sent and refused. */
  refused?: { params: Params; error?: unknown } | undefined
  /** Says who else reads a value. */
  seen?: boolean
}

/** The fields of a page, as its reader may change or see them. */
export function shownFields(
  { fields }: Pick<Deps, 'fields'>,
  frame: Frame,
  { of, stored, readers, place, refused, seen = false }: ShownTo,
): ShownFields {
  const shown = fields.of(of).filter(({ show }) => show.includes(place))
  const values = valuesFor(shown, stored, readers)
  const inputs = shown.filter((field) => mayWrite(field, readers))
  const facts = shown.filter((field) => !mayWrite(field, readers) && mayRead(field, readers))
  const error = isFieldRefused(refused?.error) ? refused.error : null
  const outdated = isOutdated(refused?.error)
  const show = (field: Field): ShownField => ({
    ...shownField(frame, field, values[field.key]),
    ...(seen ? { hint: seenBy(frame, field) } : {}),
  })
  return {
    // Another form of the page may have been refused: that one sent no field.
    inputs: inputs.map((field) => ({
      ...show(field),
      ...(refused && (error || outdated) ? typed(frame, field, refused.params, error) : {}),
    })),
    facts: facts.map(show),
    shown: digestOfValues(
      stored,
      inputs.map(({ key }) => key),
    ),
    outdated,
  }
}

/** A field with its value, in the language of the page. */
export function shownField(frame: Frame, field: Field, value?: FieldValue): ShownField {
  const { words } = frame
  const choices = choicesOf(frame, field)
  const label = (key: string) => choices.find((choice) => choice.value === key)?.label ?? key
  const given = value === undefined ? '' : Array.isArray(value) ? value.join(' ') : inForm(value)
  return {
    key: field.key,
    type: field.type,
    label: nameIn(field.names, words.lang),
    value: given,
    text: choices.length > 0 && given !== '' ? given.split(' ').map(label).join(', ') : textOfValue(value),
    choices,
    required: field.required !== 'no',
    maxlength: field.type in maxTextOf ? (field.max ?? maxTextOf[field.type as 'text' | 'note']) : 500,
  }
}

interface AskedWith {
  problems?: Partial<Record<string, Problem>> | undefined
  params?: Params | undefined
  /** Says who else reads an answer. */
  seen?: boolean
}

/** Fields that are asked for, with what was typed if it was refused. */
export function askedFields(
  frame: Frame,
  fields: readonly Field[],
  { problems = {}, params, seen = false }: AskedWith,
): ShownField[] {
  const texts = problemTexts(frame, problems)
  return fields.map((field) => {
    const name = `fields.${field.key}`
    const typed = params ? { value: params.all(name).join(' ') } : {}
    const hint = seen ? seenBy(frame, field) : undefined
    return { ...shownField(frame, field), ...typed, hint, required: true, problem: texts[name] }
  })
}

const inForm = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

function choicesOf({ words }: Frame, { type, options }: Field): Choice[] {
  if (type === 'boolean')
    return [
      { value: 'yes', label: words.lists.yes },
      { value: 'no', label: words.lists.no },
    ]
  if (type === 'country') {
    const names = new Intl.DisplayNames([words.lang], { type: 'region' })
    const { compare } = new Intl.Collator(words.lang)
    return countryCodes
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => compare(a.label, b.label))
  }
  return Object.entries(options).map(([value, of]) => ({ value, label: nameIn(of, words.lang) }))
}

/** Who else reads a value than its person. */
function seenBy({ words }: Frame, { of, reads }: Field): string {
  const { fields } = words
  const readers = [
    ...(of !== 'person' && reads.includes('owner') ? [fields.readers.owner] : []),
    ...(reads.includes('client') ? [fields.readers.client] : []),
    fields.readers.operator,
  ]
  return fields.seenBy({ readers: new Intl.ListFormat(words.lang, { type: 'conjunction' }).format(readers) })
}

const typed = (frame: Frame, { key }: Field, params: Params, error: FieldRefused | null) => ({
  value: params.all(`fields.${key}`).join(' '),
  problem: error?.key === key ? problemText(frame, error.problem) : undefined,
})

/**
 * The values of a form: those that it sent, and none for those that it showed and that are empty. What it did not show is
 * not dropped, so that the flow refuses it.
 */
export function fieldsIn({ fields }: Pick<Deps, 'fields'>, of: FieldOwner, params: Params): FieldChange {
  const shown = (params.get('fields') ?? '').split(' ').filter(Boolean).slice(0, 60)
  const sent = params.startingWith('fields.').map(([key]) => key)
  const keys = [...new Set([...shown, ...sent])]
  return Object.fromEntries(
    keys.map((key) => [key, valueOfForm(fields.find(`${of}.${key}`), params.all(`fields.${key}`))]),
  )
}

/** What the form showed of its values. A form that does not say it replaces whatever there is. */
export const shownIn = (params: Params): string | undefined => formField(params, 'shown') || undefined

/** Whether a form of values is shown again, with what was typed. */
export const isShownAgain = (error: unknown): boolean =>
  isOutdated(error) || (isFieldRefused(error) && error.problem !== null)

function valueOfForm(field: Field | undefined, sent: readonly string[]): unknown {
  const [only = ''] = sent
  if (field?.type === 'choices') return sent.length > 0 ? sent : null
  if (sent.length !== 1 || only === '') return sent.length > 1 ? sent : null
  if (field?.type === 'integer') return /^\s*-?\d{1,16}\s*$/.test(only) ? Number(only) : only
  if (field?.type === 'boolean') return only === 'yes' ? true : only === 'no' ? false : only
  return only.trim()
}
