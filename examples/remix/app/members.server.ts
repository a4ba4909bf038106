import { createManagement, type Management, ManagementError } from '@vestibule/core/management'
import { strongestRole } from '~/auth.server'

// The provider knows the members of an organization. Its management API lists and invites them, called by this application's own
// client with a token that is limited to the organization. The client may read and invite everybody: whoever calls these functions
// has checked the role of the person first.

export interface OrganizationMember {
  id: string
  name: string
  email: string | null
  role: string
}

export interface Invitation {
  id: string
  email: string
  role: string
  expiresAt: Date
}

/** Why members cannot be listed: the provider does not permit it to this application, or does not respond. */
export type Unavailable = 'not_permitted' | 'unreachable'

/** One client per organization, because its token is limited to one. The oldest is dropped first. */
const clients = new Map<string, Management>()
const mostClients = 100

function managementOf(organization: string): Management {
  const management =
    clients.get(organization) ??
    createManagement({
      issuer: process.env.VESTIBULE_ISSUER ?? '',
      clientId: process.env.VESTIBULE_CLIENT_ID ?? '',
      clientSecret: process.env.VESTIBULE_CLIENT_SECRET ?? '',
      organization,
    })
  clients.set(organization, management)
  if (clients.size > mostClients) clients.delete(clients.keys().next().value ?? '')
  return management
}

/** The members of an organization, a page at a time. */
export async function listMembers(
  organization: string,
  { cursor, limit = 50 }: { cursor?: string; limit?: number } = {},
): Promise<{ members: OrganizationMember[]; next: string | null } | { unavailable: Unavailable }> {
  return available(async () => {
    const { data, next_cursor } = await managementOf(organization).call(
      'get',
      '/organizations/{organization}/members',
      {
        path: { organization },
        query: { cursor, limit },
      },
    )
    const members = data.map(({ user_id, roles, ...member }) => ({
      id: user_id,
      name: member.name,
      email: member.email,
      role: strongestRole(roles),
    }))
    return { members, next: next_cursor }
  })
}

/** Invitations that nobody has accepted yet. */
export async function listInvitations(
  organization: string,
): Promise<{ invitations: Invitation[]; more: boolean } | { unavailable: Unavailable }> {
  return available(async () => {
    const { data, next_cursor } = await managementOf(organization).call(
      'get',
      '/organizations/{organization}/invitations',
      { path: { organization } },
    )
    const invitations = data.map(({ id, email, roles, expires_at }) => ({
      id,
      email,
      role: strongestRole(roles),
      expiresAt: new Date(expires_at),
    }))
    return { invitations, more: next_cursor !== null }
  })
}

async function available<Answer>(read: () => Promise<Answer>): Promise<Answer | { unavailable: Unavailable }> {
  if (!process.env.VESTIBULE_CLIENT_SECRET) return { unavailable: 'not_permitted' }
  try {
    return await read()
  } catch (error) {
    const unavailable = reasonOf(error)
    if (!unavailable) throw error
    return { unavailable }
  }
}

const notPermitted = ['invalid_client', 'unauthorized_client', 'invalid_scope', 'insufficient_scope', 'forbidden']

function reasonOf(error: unknown): Unavailable | null {
  // `fetch` throws a TypeError when there is no answer.
  if (!(error instanceof ManagementError)) return error instanceof TypeError ? 'unreachable' : null
  if (notPermitted.includes(error.code)) return 'not_permitted'
  // 400 is for a page of the list that an address names and that does not exist.
  return error.status === 400 || error.status === 429 || error.status >= 500 ? 'unreachable' : null
}

/** Mails an invitation. Returns what is wrong with it, in words, or null. */
export async function invite(organization: string, email: string, role: 'member' | 'admin'): Promise<string | null> {
  try {
    await managementOf(organization).call('post', '/organizations/{organization}/invitations', {
      path: { organization },
      body: { email, roles: [role], client_id: process.env.VESTIBULE_CLIENT_ID, locale: 'en' },
    })
    return null
  } catch (error) {
    if (error instanceof ManagementError && problems.has(error.code)) return problems.get(error.code) ?? ''
    return reasonOf(error) === 'not_permitted'
      ? 'This application may not invite people. Ask its developer.'
      : 'The invitation could not be sent. Try again in a minute.'
  }
}

const problems = new Map([
  ['invalid_address', 'Enter a valid email address.'],
  ['already_member', 'This person is a member already.'],
  ['too_many_requests', 'Too many invitations. Try again later.'],
])
