import { createManagement, type Management, ManagementError } from '@vestibule/core/management'

// The members of an organization are the provider's. Its management API lists and invites them, with a token of this
// application's client that is limited to the organization.

const clientsLimit = 100
const clients = new Map<string, Management>()

/** A client of the API for every organization, because each keeps a token of its own. */
function managementOf(organization: string): Management {
  const known = clients.get(organization)
  if (known) return known
  const client = createManagement({
    issuer: process.env.VESTIBULE_ISSUER ?? '',
    clientId: process.env.VESTIBULE_CLIENT_ID ?? '',
    clientSecret: process.env.VESTIBULE_CLIENT_SECRET ?? '',
    organization,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(5000) }),
  })
  // The oldest makes room.
  if (clients.size >= clientsLimit) clients.delete(clients.keys().next().value ?? '')
  clients.set(organization, client)
  return client
}

export async function listMembers(
  organization: string,
  { cursor, limit = 50 }: { cursor?: string; limit?: number } = {},
) {
  return managementOf(organization).call('get', '/organizations/{organization}/members', {
    path: { organization },
    query: { limit, cursor },
  })
}

export async function listInvitations(organization: string) {
  return managementOf(organization).call('get', '/organizations/{organization}/invitations', {
    path: { organization },
    query: { limit: 50 },
  })
}

/** The mail leads the invited person to the provider, and then to this application. */
export async function invite(organization: string, email: string, role: 'member' | 'admin') {
  return managementOf(organization).call('post', '/organizations/{organization}/invitations', {
    path: { organization },
    body: { email, roles: [role], client_id: process.env.VESTIBULE_CLIENT_ID, locale: 'en' },
  })
}

const notGranted = ['invalid_client', 'unauthorized_client', 'invalid_scope', 'insufficient_scope', 'forbidden']

/**
 * Why the provider refuses: this application's client has not been given the grant `client_credentials` and the scopes
 * `members:read`, `members:write` and `invitations:write`, or there is no answer now.
 */
export function refusalOf(error: unknown): 'not-granted' | 'unavailable' {
  console.error('[notes] the management API of the provider:', error instanceof Error ? error.message : error)
  if (!process.env.VESTIBULE_CLIENT_SECRET) return 'not-granted'
  return error instanceof ManagementError && notGranted.includes(error.code) ? 'not-granted' : 'unavailable'
}
