import type { Person } from '../../../oidc/claims.ts'
import type { Field, FieldOwner } from '../../../oidc/fields/field.ts'
import type { Deps } from '../deps.ts'
import { readValue } from './values.ts'

type AskDeps = Pick<Deps, 'fields' | 'now'>

interface Subject {
  /** JSON text of all values. */
  stored: string | null
  /** Whether it is only being made. */
  isNew: boolean
}

/**
 * What has to be asked for because it has no value: whoever is new, for everything that is required; everybody else, for
 * what is required of all from some day on.
 */
export function fieldsToAsk({ fields, now }: AskDeps, of: FieldOwner, { stored, isNew }: Subject): Field[] {
  const required = fields.of(of).filter(({ required }) => required !== 'no')
  if (required.length === 0) return []
  const values: Record<string, unknown> = stored === null ? {} : JSON.parse(stored)
  const today = now().toISOString().slice(0, 10)
  const isDue = ({ required, since }: Field) => required === 'always' && (since === null || since <= today)
  return required.filter((field) => readValue(field, values[field.key]) === null && (isNew || isDue(field)))
}

/** What a person has to be asked for before they go on. */
export const fieldsToAskPerson = (
  deps: AskDeps,
  { givenName, fields: stored }: Pick<Person, 'givenName' | 'fields'>,
): Field[] => fieldsToAsk(deps, 'person', { stored, isNew: givenName === null })

/** What an organization has to have when it is made. */
export const fieldsOfNewOrganization = (deps: AskDeps): Field[] =>
  fieldsToAsk(deps, 'organization', { stored: null, isNew: true })
