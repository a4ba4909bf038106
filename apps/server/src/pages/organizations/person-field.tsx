import { personLabel } from '../../oidc/person-names.ts'
import { Select } from '../fields.tsx'
import { Field } from '../layout.tsx'
import type { OrganizationFrame } from './layout.tsx'

export interface PersonChoice {
  userId: string
  name: string
  email: string | null
}

interface PersonFieldProps {
  frame: OrganizationFrame
  /** Makes the ids of the fields unique on the page. */
  id: string
  /** Everyone who can be chosen. Null if there are too many for a list: then an email address is typed. */
  people: readonly PersonChoice[] | null
  problem?: string
}

/** Asks for a member of the organization. */
export const PersonField = ({ frame, id, people, problem }: PersonFieldProps) => {
  const { words } = frame
  if (people) {
    const choices = people.map(({ userId, name, email }) => ({
      value: userId,
      label: personLabel(name, email, userId),
    }))
    return <Select name="user" id={`${id}-user`} label={words.org.person} choices={choices} problem={problem} />
  }
  return (
    <Field
      name="person"
      id={`${id}-person`}
      type="email"
      label={words.manage.memberAddress}
      maxlength={254}
      required
      problem={problem}
    />
  )
}
