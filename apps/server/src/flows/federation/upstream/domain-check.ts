import type { FederationCheck } from '../../../oidc/federation/checks.ts'
import type { UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import { isGoogle } from '../../../oidc/federation/providers.ts'
import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { domainsOf } from '../connection-domains.ts'
import type { FederationAttempt } from './attempt.ts'
import { UpstreamRefused } from './refusal.ts'

/**
 * Whose identity a provider may speak of. Google signs in everybody, so that a Workspace is known by `hd` alone: it has to be a
 * domain of the connection. A test shows beforehand what would refuse people; at a sign-in, an address is only consulted for
 * those who are not known yet. @throws UpstreamRefused
 */
export async function checkDomain(
  deps: Pick<Deps, 'db'>,
  connection: ConnectionRecord | null,
  { purpose }: Pick<FederationAttempt, 'purpose'>,
  identity: UpstreamIdentity,
): Promise<FederationCheck[]> {
  const groups = groupCheck(connection, identity)
  if (!connection) return [...emailChecks(identity), ...groups]
  const domains = await domainsOf(deps.db, connection)
  const byWorkspace = isGoogle(connection)
  const domain = byWorkspace ? identity.hostedDomain : domainOf(identity.email)
  const outside = domain === null || !domains.includes(domain)
  const values = { expected: domains.join(', ') || 'no domain yet', received: domain ?? 'none' }
  if (outside && byWorkspace) throw new UpstreamRefused('outside-domain', 'domain', values)
  if (purpose === 'test') {
    if (identity.email === null) throw new UpstreamRefused('email-missing', 'email', { received: 'none' })
    if (outside && domains.length > 0) throw new UpstreamRefused('outside-domain', 'domain', values)
  }
  return [...emailChecks(identity), { name: 'domain', state: outside ? 'noted' : 'passed', ...values }, ...groups]
}

const domainOf = (email: string | null): string | null => {
  const at = email?.lastIndexOf('@') ?? -1
  return email === null || at < 1 ? null : email.slice(at + 1).toLowerCase()
}

const emailChecks = ({ email, emailVerified }: UpstreamIdentity): FederationCheck[] => [
  email === null
    ? { name: 'email', state: 'noted', received: 'none' }
    : { name: 'email', state: 'passed', received: email },
  {
    name: 'email-verified',
    state: emailVerified ? 'passed' : 'noted',
    received: emailVerified === null ? 'none' : String(emailVerified),
  },
]

/** That groups are missing demotes nobody: roles stay as they are. */
function groupCheck(connection: ConnectionRecord | null, { groups }: UpstreamIdentity): FederationCheck[] {
  const claim = connection?.settings.groupsClaim ?? null
  if (claim === null) return []
  if (groups === null || groups === 'overage')
    return [{ name: 'groups', state: 'noted', expected: claim, received: groups === null ? 'none' : 'group-overage' }]
  return [{ name: 'groups', state: 'passed', expected: claim, received: `${groups.length}` }]
}
