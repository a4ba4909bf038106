import type { Advice } from '../../../config/advice.ts'
import type { Config } from '../../../config/settings.ts'
import { type ConnectionState, isInUse } from '../../../oidc/federation/connection.ts'
import type { OutboundFetch } from '../../../outbound/fetch.ts'
import { findRequiringOrganizations } from '../../../store/beyond-prisma/organizations/company-sign-in.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProviderMetadataRefused, readProviderMetadata } from '../../platform/providers/provider-metadata.ts'
import type { Finding } from './finding.ts'

/** Providers that are asked in one run. */
const maxProviders = 20

/** Whether the identity providers of connections in use give their metadata, as a sign-in would need it. */
export async function examineIdentityProviders(
  deps: { config: Config; outbound: OutboundFetch },
  connections: readonly { issuer: string; state: string }[],
): Promise<Finding[]> {
  const inUse = connections.filter(({ state }) => isInUse(state as ConnectionState)).map(({ issuer }) => issuer)
  if (!deps.config.sso) return inUse.length > 0 ? [turnedOff(inUse.length)] : []
  const issuers = [...new Set(inUse)]
  const asked = await Promise.all(issuers.slice(0, maxProviders).map((issuer) => askProvider(deps, issuer)))
  const left = issuers.length - maxProviders
  return left > 0 ? [...asked, notAsked(left)] : asked
}

const turnedOff = (count: number): Finding => ({
  state: 'unwise',
  what:
    `SSO is off, and connections are in use (company sign-in): ${count}. Nobody signs in by them, and codes are mailed to their ` +
    'domains again. An organization that requires company sign-in still demands it, so nobody can act for it: ' +
    '`vestibule connections offer` sets it back.',
})

/** Organizations that a sentence names. */
const maxNamed = 5

/**
 * What operators are told when the server starts, and in the console: with SSO off, what an organization requires still holds, and
 * nobody can meet it. Nothing where no organization requires it.
 */
export async function adviseOnRequiredSignIn({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<Advice[]> {
  const found = config.sso ? [] : await findRequiringOrganizations(db, maxNamed + 1)
  if (found.length === 0) return []
  const names = [...found.slice(0, maxNamed), ...(found.length > maxNamed ? ['more'] : [])]
  return [
    {
      text:
        `SSO is off, and ${names.join(', ')} ${found.length === 1 ? 'requires' : 'require'} company sign-in: nobody can act for such an ` +
        'organization. Set SSO=on, or stop requiring it by `vestibule connections offer <short name>`.',
    },
  ]
}

const notAsked = (count: number): Finding => ({
  state: 'unwise',
  what: `${count} more identity providers of connections were not asked: ${maxProviders} are asked at once.`,
})

async function askProvider(deps: { config: Config; outbound: OutboundFetch }, issuer: string): Promise<Finding> {
  try {
    await readProviderMetadata(deps, issuer)
    return { state: 'ok', what: `${issuer} (company sign-in) gives its metadata.` }
  } catch (error) {
    if (!(error instanceof ProviderMetadataRefused)) throw error
    return { state: 'unwise', what: `${issuer} (company sign-in): ${error.message}. Nobody can sign in there.` }
  }
}
