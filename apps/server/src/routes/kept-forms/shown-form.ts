import type { Params } from '../../oidc/params.ts'
import type { Words } from '../../words/index.ts'
import { accountForms } from './account.ts'
import { consoleForms } from './console.ts'
import { formControls, type ListedForm } from './listed-form.ts'
import { organizationForms } from './organizations.ts'

/** Every form that may be kept, by the pattern of its route below the issuer. What is not here never is. */
export const keptForms: ReadonlyMap<string, ListedForm> = new Map(
  Object.entries({ ...consoleForms, ...organizationForms, ...accountForms }),
)

/** What a form would do, in the words of its page. */
export interface ShownForm {
  /** The button that sent it. */
  act: string
  fields: readonly (readonly [label: string, value: string])[]
}

/** Characters of a value that are shown, and values. */
const shownLength = 300
const shownFields = 40

/** The form in words, or null if it is none of those that may be kept, has a field that it should not have, or a file. */
export function showForm(route: string, params: Params, words: Words): ShownForm | null {
  const listed = keptForms.get(route)
  if (!listed) return null
  const known = new Map(Object.entries({ ...formControls, ...listed.fields }))
  const sent = params.entries()
  const button = new Map(Object.entries(listed.acts)).get(params.get('action') ?? params.get('decision') ?? '')
  // A form with one button may send its name, too.
  const label = button ?? new Map(Object.entries(listed.acts)).get('')
  if (!label || sent.some(([name]) => !known.has(name))) return null
  const fields = sent.flatMap(([name, value]) => {
    const labelOf = known.get(name)
    return labelOf ? [[labelOf(words), shortened(valueText(words, name, value))] as const] : []
  })
  return { act: label(words), fields: fields.slice(0, shownFields) }
}

/** What a person typed or chose; the names of roles in their language. */
function valueText({ lists, roles, activity }: Words, name: string, value: string): string {
  if (value === 'yes') return lists.yes
  if (name !== 'role') return value
  return new Map<string, string>(Object.entries({ ...activity.operatorRoles, ...roles })).get(value) ?? value
}

const shortened = (text: string): string => {
  const characters = [...text.slice(0, 2 * shownLength)]
  return characters.length > shownLength || text.length > 2 * shownLength
    ? `${characters.slice(0, shownLength).join('')}…`
    : text
}

/** Whether a form holds anything that a person typed or chose. */
export const hasEntries = (params: Params): boolean =>
  params.entries().some(([name]) => !Object.hasOwn(formControls, name))
