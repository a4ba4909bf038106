import { data } from '@remix-run/node'
import { createAuth, type RequestArgs, type Requirement, type User } from '@vestibule/remix'
import { permissions } from '~/auth/permissions'
import type { Author } from '~/notes.server'

export const {
  loader,
  action,
  headers,
  getSession,
  requireUser,
  withAuth,
  getAccessToken,
  verifyBearer,
  commitSession,
} = createAuth({
  scope: 'openid profile email organization organizations',
  permissions,
})

/** The roles that manage an organization. */
export const managers = ['owner', 'admin'] as const
export const manages = (roles: readonly string[]): boolean => managers.some((role) => roles.includes(role))

/** A signed-in person who works in an organization. */
export interface Member extends Author {
  user: User
  email: string | null
  organization: { id: string; name: string; slug: string }
  role: string
}

/** What the 403 page says: who may do this. */
export type Refusal = 'owner' | 'managers' | null

/**
 * The signed-in person in the organization of their session. Loaders and actions take the organization from here, and never from
 * the address or from a form. Others are sent to the sign-in; whoever lacks the role or the permission gets the 403 page.
 */
export async function requireMember(args: RequestArgs, requirement: Requirement = {}): Promise<Member> {
  const user = await requireUser(args, { organization: true, ...requirement }).catch((refusal: unknown) => {
    if (!(refusal instanceof Response) || refusal.status !== 403) throw refusal
    const { role, permission } = requirement
    throw data((role === 'owner' ? 'owner' : (role ?? permission) ? 'managers' : null) satisfies Refusal, 403)
  })
  return {
    user,
    id: user.sub,
    name: nameOf(user),
    email: user.email,
    // `organization: true` requires one.
    organization: {
      id: user.organization ?? '',
      name: user.organization_name ?? 'your organization',
      slug: user.organization_slug ?? user.organization ?? '',
    },
    role: strongestRole(user.roles),
    manages: manages(user.roles),
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

export const nameOf = ({ name, email, sub }: Pick<User, 'name' | 'email' | 'sub'>): string => name ?? email ?? sub

/** Of several roles, the one that permits most. */
export const strongestRole = (roles: readonly string[]): string =>
  ['owner', 'admin'].find((role) => roles.includes(role)) ?? 'member'

/** A page of the provider. */
export const providerPage = (path: string): string => `${process.env.VESTIBULE_ISSUER ?? ''}${path}`
