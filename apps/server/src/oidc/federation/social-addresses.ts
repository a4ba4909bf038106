import type { SocialProvider, UpstreamIdentity } from './connection.ts'

/** Mailboxes that a provider itself runs. Nobody else can have one of them. */
const ownDomains: Record<SocialProvider, readonly string[]> = {
  google: ['gmail.com', 'googlemail.com'],
  microsoft: [],
  apple: ['privaterelay.appleid.com', 'icloud.com', 'me.com', 'mac.com'],
  github: [],
}

/**
 * Whether a provider is authoritative for an address that it calls verified. Otherwise whoever once had it, or only wrote it
 * down, would get the account of who has it. Google says of its Workspaces which domain they are (`hd`), and Microsoft whether
 * the owner of the domain was verified (`xms_edov`); GitHub is authoritative for none.
 */
export function isAuthoritative(
  provider: SocialProvider,
  {
    emailVerified,
    hostedDomain,
    domainOwnerVerified,
  }: Pick<UpstreamIdentity, 'emailVerified' | 'hostedDomain' | 'domainOwnerVerified'>,
  address: string,
): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (provider === 'microsoft') return domainOwnerVerified
  if (!emailVerified) return false
  return ownDomains[provider].includes(domain) || (provider === 'google' && hostedDomain === domain)
}
