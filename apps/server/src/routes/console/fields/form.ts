import type { FieldDeclaration } from '../../../flows/management/fields/fields.ts'
import type { DeclaredField } from '../../../flows/platform/fields/field-directory.ts'
import { formField } from '../../../http/forms.ts'
import { fieldPlaces, type NamesJson } from '../../../oidc/fields/field.ts'
import type { Params } from '../../../oidc/params.ts'
import type { MemberInput } from '../../../pages/console/applications/members.ts'
import {
  changeableMembers,
  type FieldFormValues,
  type FieldMember,
  fixedMembers,
} from '../../../pages/console/fields/field-form.tsx'

const members = Object.entries({ ...fixedMembers, ...changeableMembers }) as [FieldMember, MemberInput][]

/** What a new field has as long as its form says nothing else. */
export const valuesOfNewField: FieldFormValues = {
  reads: 'operator',
  writes: 'operator',
  show: fieldPlaces.join(' '),
  personal: 'yes',
}

/** The members of a form, as they were sent. */
export const valuesOf = (params: Params): FieldFormValues =>
  Object.fromEntries(
    members.map(([name, { kind }]) => [
      name,
      kind === 'several' ? params.all(name).join(' ') : formField(params, name).trim(),
    ]),
  )

const flag = (value: boolean): string => (value ? 'yes' : '')
const text = (value: string | number | null): string => (value === null ? '' : String(value))

/** The same of a field that there is. */
export const valuesOfField = ({ field, record }: DeclaredField): FieldFormValues => ({
  ...{ of: field.of, key: field.key, type: field.type, unique: field.unique, search: flag(field.search) },
  names: nameLines(field.names),
  options: Object.entries(field.options)
    .flatMap(([key, names]) => Object.entries(names).map(([tag, name]) => `${key} ${tag} ${name}`))
    .join('\n'),
  ...{ min: text(field.min), max: text(field.max), allow: field.allow, required: field.required },
  ...{ since: text(field.since), reads: field.reads.join(' '), writes: field.writes.join(' ') },
  ...{ show: field.show.join(' '), claim: flag(field.claim), personal: flag(field.personal) },
  position: text(record?.position ?? null),
})

/** A line for each language: `en Cost center`. */
const nameLines = (names: NamesJson): string =>
  Object.entries(names)
    .map(([tag, name]) => `${tag} ${name}`)
    .join('\n')

const linesOf = (typed: string | undefined): string[][] =>
  (typed ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '')

const namesOf = (lines: readonly string[][]): NamesJson =>
  Object.fromEntries(lines.map(([tag = '', ...words]) => [tag, words.join(' ')]))

/** By key, each with its names. What is missing on a line is refused with the other members. */
function optionsOf(typed: string | undefined): Record<string, NamesJson> {
  const lines = linesOf(typed)
  const keys = [...new Set(lines.map(([key = '']) => key))]
  return Object.fromEntries(
    keys.map((key) => [key, namesOf(lines.filter(([first]) => first === key).map(([, ...rest]) => rest))]),
  )
}

const listOf = (typed: string | undefined): string[] => (typed ?? '').split(/[\s,]+/).filter(Boolean)

/** What is not a whole number is refused as it was typed. */
const numberOf = (typed: string | undefined): number | string | null =>
  !typed ? null : /^-?\d{1,16}$/.test(typed) ? Number(typed) : typed

/** What a form asks for. An empty one restores the default. */
export const changeOf = (values: FieldFormValues): FieldDeclaration => ({
  names: namesOf(linesOf(values.names)),
  options: optionsOf(values.options),
  ...{ min: numberOf(values.min), max: numberOf(values.max), allow: values.allow || null },
  ...{ required: values.required || null, since: values.since || null },
  ...{ reads: listOf(values.reads), writes: listOf(values.writes), show: listOf(values.show) },
  ...{ claim: values.claim === 'yes', personal: values.personal === 'yes' },
})

export const declarationOf = (values: FieldFormValues): FieldDeclaration => ({
  ...changeOf(values),
  ...{ of: values.of, key: values.key, type: values.type },
  ...{ unique: values.unique || null, search: values.search === 'yes' },
})

/** Where it stands among the others; undefined leaves it there. */
export const positionOf = ({ position = '' }: FieldFormValues): number | undefined =>
  /^\d{1,4}$/.test(position) ? Number(position) : undefined
