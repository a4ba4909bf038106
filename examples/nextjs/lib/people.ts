import type { User } from '@vestibule/nextjs'
import { requireUser } from './auth'
import type { Author } from './notes'

type Requirement = Parameters<typeof requireUser>[0]

/** A signed-in person in an organization. */
export interface Member extends Author {
  user: User
  organization: { id: string; name: string; slug: string }
  owns: boolean
}

export const nameOf = ({ name, email, sub }: User): string => name ?? email ?? sub

/**
 * The person of a page or an action, and the organization of their session: nothing that a form or an address says can change it.
 * Pages and actions call it first. Strangers are redirected to the sign-in; who may not enter gets 403.
 */
export async function requireMember(requirement: Requirement = {}): Promise<Member> {
  const user = await requireUser({ organization: true, ...requirement })
  const owns = user.roles.includes('owner')
  return {
    user,
    id: user.sub,
    name: nameOf(user),
    owns,
    manages: owns || user.roles.includes('admin'),
    organization: {
      id: user.organization ?? '',
      name: user.organization_name ?? '',
      slug: user.organization_slug ?? '',
    },
  }
}

/**
 * Whoever switches to another organization in a second tab still sees the forms of the first one: each form names the organization
 * of its page, and is refused if that is not the one of the session any more. Returns what to tell the person, or null.
 */
export const otherOrganization = (form: FormData, { organization }: Member): string | null =>
  form.get('organization') === organization.id
    ? null
    : `You work in ${organization.name} now, and this form was for another organization. Nothing was changed. Reload the page.`

/** Who may invite people and change what holds for everyone. */
export const managers = ['owner', 'admin'] as const
