import {
  fieldOwners,
  fieldPlaces,
  fieldReaders,
  fieldRequirements,
  fieldTypes,
  textClasses,
  uniqueScopes,
} from '../../../oidc/fields/field.ts'
import type { Words } from '../../../words/index.ts'
import { MemberField } from '../applications/member-fields.tsx'
import type { MemberInput } from '../applications/members.ts'

const choice = (choices: readonly string[]): MemberInput => ({ kind: 'choice', choices })
const several = (choices: readonly string[]): MemberInput => ({ kind: 'several', choices })

/** What a field is for good. */
export const fixedMembers = {
  of: choice(fieldOwners),
  key: { kind: 'line' },
  type: choice(fieldTypes),
  unique: choice(uniqueScopes),
  search: { kind: 'flag' },
} as const satisfies Record<string, MemberInput>

/** What can be changed, named as docs/fields.md names it. */
export const changeableMembers = {
  names: { kind: 'lines' },
  options: { kind: 'lines' },
  min: { kind: 'line' },
  max: { kind: 'line' },
  allow: choice(textClasses),
  required: choice(fieldRequirements),
  since: { kind: 'line' },
  reads: several(fieldReaders),
  writes: several(fieldReaders),
  show: several(fieldPlaces),
  claim: { kind: 'flag' },
  personal: { kind: 'flag' },
  position: { kind: 'line' },
} as const satisfies Record<string, MemberInput>

export type FieldMember = keyof typeof fixedMembers | keyof typeof changeableMembers
export type FieldFormValues = Readonly<Partial<Record<FieldMember, string>>>

const members: Readonly<Record<FieldMember, MemberInput>> = { ...fixedMembers, ...changeableMembers }

export interface FieldFormProps {
  values: FieldFormValues
  /** Why the server refuses a value: its own words, which are English in every language of the page. */
  faults: Readonly<Partial<Record<string, string>>>
}

/** What a page calls a member of a declaration. */
export const labelOfMember = (words: Words, member: FieldMember): string =>
  member === 'type' ? words.org.record.type : words.fields.form[member]

/** What a page calls the values of a member that has a few. */
export function labelsOfMember(words: Words, member: FieldMember): Readonly<Record<string, string>> | undefined {
  const { org, lists, me, rights, console } = words
  const { form } = words.fields
  const { people, organizations, applications, operators } = console.sections
  const readers = { person: form.person, owner: rights.levels.normal, client: applications, operator: operators }
  const labels: Partial<Record<FieldMember, Readonly<Record<string, string>>>> = {
    of: { person: people, organization: organizations, membership: org.tabs.members },
    type: { ...form.types, country: me.profile.country },
    unique: { no: lists.no, ...form.uniques },
    // What else `code` has are the characters themselves.
    allow: { ...form.classes, code: 'A–Z 0–9 - _ . /' },
    required: { no: lists.no, ...form.requirements },
    reads: readers,
    writes: readers,
    show: { account: me.title, organization: organizations, console: console.title },
  }
  return labels[member]
}

/** The value of a member to read. */
export function valueOfMember(words: Words, member: FieldMember, value: string): string {
  if (members[member].kind === 'flag') return value === 'yes' ? words.lists.yes : words.lists.no
  const labels = labelsOfMember(words, member)
  if (!labels) return value
  const named = value.split(' ').map((item) => labels[item] ?? item)
  return new Intl.ListFormat(words.lang, { type: 'unit' }).format(named)
}

/** How a value is written, where its label does not say it. */
function hintOf({ fields: { form } }: Words, member: FieldMember): string | undefined {
  const hints: Partial<Record<FieldMember, string>> = {
    key: form.keyHint,
    names: form.namesHint({ example: 'en Cost center' }),
    options: form.optionsHint({ example: 'pro en Professional' }),
    min: form.boundsHint,
    max: form.boundsHint,
    since: '2027-01-31',
  }
  return hints[member]
}

interface MembersProps extends FieldFormProps {
  words: Words
}

const Members = ({ words, names, ...shared }: MembersProps & { names: readonly FieldMember[] }) => (
  <>
    {names.map((name) => (
      <MemberField
        {...shared}
        name={name}
        input={members[name]}
        labels={labelsOfMember(words, name)}
        label={labelOfMember(words, name)}
        hint={hintOf(words, name)}
      />
    ))}
  </>
)

const fixedNames = Object.keys(fixedMembers) as FieldMember[]
export const changeableNames = Object.keys(changeableMembers) as FieldMember[]

export const FixedMembers = (props: MembersProps) => (
  <fieldset class="field">
    <legend>{props.words.fields.form.fixed}</legend>
    <Members {...props} names={fixedNames} />
  </fieldset>
)
export const ChangeableMembers = (props: MembersProps) => <Members {...props} names={changeableNames} />
