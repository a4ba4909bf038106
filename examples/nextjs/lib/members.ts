import { createManagement, type Management, ManagementError } from '@vestibule/core/management'

// The members of an organization, from the management API of the provider. The application's own client calls it, with a token that
// is limited to the organization of the session.

export interface MemberOfOrganization {
  id: string
  name: string
  email: string | null
  roles: readonly string[]
}
export interface Invitation {
  id: string
  email: string
  roles: readonly string[]
  expires_at: string
}

/** Why the provider gave no answer: the client lacks a permission, or the provider cannot be reached. */
export type Fault = 'not_allowed' | 'unavailable'
export type Answer<T> = { fault: Fault } | ({ fault: null } & T)

const clients = new Map<string, Management>()

function managementOf(organization: string): Management {
  const known = clients.get(organization)
  if (known) return known
  const { VESTIBULE_ISSUER: issuer = '', VESTIBULE_CLIENT_ID: clientId = '', VESTIBULE_CLIENT_SECRET } = process.env
  if (!VESTIBULE_CLIENT_SECRET) throw new ManagementError(401, 'invalid_client', 'VESTIBULE_CLIENT_SECRET is not set')
  const management = createManagement({ issuer, clientId, clientSecret: VESTIBULE_CLIENT_SECRET, organization })
  // Each has its token. The oldest makes room.
  if (clients.size >= 100) clients.delete(clients.keys().next().value ?? '')
  clients.set(organization, management)
  return management
}

const refusals = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'insufficient_scope', 'forbidden'])

/** What an error of the API means for a page. Anything unexpected is thrown on. */
function faultOf(error: unknown): Fault {
  if (error instanceof ManagementError) {
    if (refusals.has(error.code)) return 'not_allowed'
    // 400 is for a page that an address names and that does not exist.
    if (error.status === 400 || error.status === 429 || error.status >= 500) return 'unavailable'
    throw error
  }
  // Not reachable, or not an answer of the API.
  if (error instanceof TypeError || error instanceof SyntaxError) return 'unavailable'
  throw error
}

const answer = <T>(call: Promise<T>): Promise<Answer<T>> =>
  call.then(
    (value) => ({ fault: null, ...value }),
    (error) => ({ fault: faultOf(error) }),
  )

export const listMembers = (
  organization: string,
  { cursor, limit = 50 }: { cursor?: string; limit?: number } = {},
): Promise<Answer<{ members: MemberOfOrganization[]; next: string | null }>> =>
  answer(
    (async () => {
      const { data, next_cursor } = await managementOf(organization).call(
        'get',
        '/organizations/{organization}/members',
        {
          path: { organization },
          query: { limit, cursor },
        },
      )
      return {
        members: data.map(({ user_id, name, email, roles }) => ({ id: user_id, name, email, roles })),
        next: next_cursor,
      }
    })(),
  )

export const listInvitations = (organization: string): Promise<Answer<{ invitations: Invitation[] }>> =>
  answer(
    (async () => {
      const { data } = await managementOf(organization).call('get', '/organizations/{organization}/invitations', {
        path: { organization },
        query: { limit: 50 },
      })
      return { invitations: data.map(({ id, email, roles, expires_at }) => ({ id, email, roles, expires_at })) }
    })(),
  )

/** Sends an invitation. Returns what is wrong with it, in words for the form. */
export async function invite(
  organization: string,
  { email, role }: { email: string; role: 'admin' | 'member' },
): Promise<{ error: string } | null> {
  try {
    await managementOf(organization).call('post', '/organizations/{organization}/invitations', {
      path: { organization },
      body: { email, roles: [role], client_id: process.env.VESTIBULE_CLIENT_ID, locale: 'en' },
    })
    return null
  } catch (error) {
    const words = error instanceof ManagementError && wordsOfRefusal(error)
    if (words) return { error: words }
    return faultOf(error) === 'not_allowed'
      ? { error: 'This application may not invite people. Ask its developer.' }
      : { error: 'The invitation could not be sent. Try again in a minute.' }
  }
}

function wordsOfRefusal({ status, code }: ManagementError): string | undefined {
  if (code === 'already_member') return 'This person is a member already.'
  if (status === 422) return 'Enter a valid email address.'
  return status === 429 ? 'Too many invitations. Try again later.' : undefined
}
