import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { CompanySignIn } from '../../oidc/next-step.ts'
import {
  type ConnectedDomain,
  findConnectedDomain,
  findRequiringOrganization,
} from '../../store/hot/company-sign-in.ts'
import { findAddresses } from '../../store/hot/people.ts'
import { domainOf } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * Where people with this address sign in, if not here. It depends on the domain alone, so that nobody learns about accounts:
 * exactly the proven name, in lower-case ASCII.
 */
export async function connectedDomainOf(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  address: string,
): Promise<ConnectedDomain | null> {
  const domain = config.sso ? domainOf(address) : null
  return domain === null ? null : findConnectedDomain(db, domain)
}

/** Whether no code may be mailed to an address, and none that was mailed may sign in. */
export const isEnforced = async (deps: Pick<Deps, 'config' | 'db'>, address: string): Promise<boolean> =>
  (await connectedDomainOf(deps, address))?.enforced === true

/**
 * An address of a person to which a code may be mailed that signs in, rather one whose domain has no connection at all: there
 * nobody goes to a provider by mistake. Null if an organization signs in at every one.
 */
export async function findCodeAddress(deps: Pick<Deps, 'config' | 'db'>, userId: string): Promise<string | null> {
  const addresses = await findAddresses(deps.db, userId)
  const found = await Promise.all(
    addresses.map(async ({ address }) => ({ address, domain: await connectedDomainOf(deps, address) })),
  )
  const own = found.find(({ domain }) => domain === null) ?? found.find(({ domain }) => domain?.enforced === false)
  return own?.address ?? null
}

/** What a request and the address that was typed, or is hinted, say about company sign-in. */
export async function companySignInOf(
  deps: Pick<Deps, 'config' | 'db'>,
  { organization, loginHint }: Pick<AuthorizationRequest, 'organization' | 'loginHint'>,
  typed: string | null,
): Promise<CompanySignIn | null> {
  if (!deps.config.sso) return null
  const address = typed ?? loginHint
  const [requiredBy, domain] = await Promise.all([
    organization ? findRequiringOrganization(deps.db, organization) : null,
    address ? connectedDomainOf(deps, address) : null,
  ])
  return { requiredBy, domain }
}
