// The pages of the management API by subject, for their list and for the sidebar of the site.

const subjects: readonly (readonly [text: string, resources: readonly string[]])[] = [
  ['People', ['users', 'picture', 'passkeys', 'sessions', 'grants', 'sign-in-check']],
  ['Organizations', ['organizations', 'members', 'teams', 'invitations', 'domains', 'join-requests', 'terms']],
  [
    'Applications',
    ['clients', 'resources', 'client-documents', 'client-rules', 'registered-clients', 'initial-access-tokens'],
  ],
  ['Fields', ['fields']],
  ['Agents in organizations', ['connected-applications', 'application-policy', 'application-rules']],
  ['API keys', ['api-keys']],
  ['Company sign-in', ['connections', 'setup-links', 'directory']],
  ['Permissions and roles', ['permissions', 'roles']],
  ['Mail and webhooks', ['mail-deliveries', 'mail-suppressions', 'test-mails', 'webhook-endpoints']],
  ['The server', ['themes', 'signing-keys', 'terms-versions', 'audit-events']],
]

/** `mail-deliveries` as a title. */
export const titleOf = (resource: string): string =>
  `${resource.charAt(0).toUpperCase()}${resource.slice(1).replaceAll('-', ' ')}`

/** The resources by subject. Refuses one that no subject names. */
export function groups(resources: readonly string[]): { text: string; resources: string[] }[] {
  const unknown = resources.filter((resource) => !subjects.some(([, members]) => members.includes(resource)))
  if (unknown.length > 0) throw new Error(`scripts/docs/api-groups.ts: no subject names ${unknown.join(', ')}`)
  return subjects.map(([text, members]) => ({
    text,
    resources: members.filter((member) => resources.includes(member)),
  }))
}
