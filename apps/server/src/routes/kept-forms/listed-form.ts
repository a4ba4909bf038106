import type { Words } from '../../words/index.ts'

/** A text of a page, in its language. */
export type Label = (words: Words) => string

/** A form that may be kept while its person confirms that it is them. */
export interface ListedForm {
  /** The buttons, by what they send as `action`; a form with one button has it under the empty name. */
  acts: Readonly<Record<string, Label>>
  /**
   * Every field that the form may have. `null`: sent again, but not shown, because its name or value says nothing to a
   * person. A form with any other field is not kept.
   */
  fields?: Readonly<Record<string, Label | null>>
}

/** By the pattern of the route, below the issuer. */
export type ListedForms = Readonly<Record<string, ListedForm>>

/** Fields that stand for the button, the answer to a question, and the version of what was shown. */
export const formControls: Readonly<Record<string, null>> = {
  action: null,
  confirm: null,
  decision: null,
  version: null,
  revision: null,
  back: null,
}

export const button = (label: Label): ListedForm => ({ acts: { '': label } })

/** Fields that have the names of the standards on their page, too. */
export const technical = (names: readonly string[]): Record<string, Label> =>
  Object.fromEntries(names.map((name) => [name, () => name]))

/** The filters of a list of audit events, which its download repeats. */
export const auditFields: ListedForm['fields'] = {
  by: null,
  about: null,
  organization: null,
  event: null,
  result: null,
  from: null,
  until: null,
}
