import type { AuthMethod, Provider, SocialProvider } from './connection.ts'

/** What is known of an identity provider before anybody has asked it. */
interface ProviderFacts {
  /** Why an issuer is not one of this provider; null where it may be. */
  issuerFault(issuer: URL): IssuerFault | null
  /** How we can authenticate at its token endpoint, the best first. */
  authMethods: readonly AuthMethod[]
  /** The claim with groups that it has unless it was told otherwise. Null: it sends none. */
  groupsClaim: string | null
}

export type IssuerFault =
  /** No absolute URL without query, fragment and credentials. */
  | 'not-an-issuer'
  | 'not-https'
  /** The address of its metadata instead of its issuer. */
  | 'metadata-address'
  /** Microsoft: an address for all tenants, or without the id of one. */
  | 'not-a-tenant'
  /** Not the issuer that the provider has. */
  | 'other-provider'

const microsoftHosts = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
])
export const googleIssuer = 'https://accounts.google.com'
/** The tenant of personal accounts of Microsoft, and the issuer of Apple: everybody has an account there, with any address. */
const consumerTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const appleIssuer = 'https://appleid.apple.com'
const tenantPath = /^\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/i

/** All tenants share `common`, `organizations` and `consumers`: whoever has an account at Microsoft would be let in. */
const tenantFault = ({ pathname }: URL): IssuerFault | null =>
  tenantPath.test(pathname) && !pathname.toLowerCase().startsWith(`/${consumerTenant}/`) ? null : 'not-a-tenant'

/** Whether a provider is Google, whatever a connection calls it: its issuer signs in everybody. */
export const isGoogle = ({ provider, issuer }: { provider?: Provider; issuer: string }): boolean =>
  provider === 'google' || hostOf(issuer) === hostOf(googleIssuer)

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname : null)

const signInEverybody = new Set([googleIssuer, appleIssuer].map(hostOf))

const anyIssuer = (issuer: URL): IssuerFault | null => {
  if (signInEverybody.has(issuer.hostname)) return 'other-provider'
  return microsoftHosts.has(issuer.hostname) ? tenantFault(issuer) : null
}

/** `private_key_jwt` leaves no secret with anybody. Google takes none, and Microsoft only of a certificate, which our keys have not. */
const secretMethods = ['client_secret_post', 'client_secret_basic'] as const
const allMethods = ['private_key_jwt', 'client_secret_basic', 'client_secret_post'] as const

const facts: Readonly<Record<Provider, ProviderFacts>> = {
  google: {
    issuerFault: ({ href }) => (href === `${googleIssuer}/` ? null : 'other-provider'),
    authMethods: secretMethods,
    groupsClaim: null,
  },
  entra: {
    issuerFault: (issuer) => (microsoftHosts.has(issuer.hostname) ? tenantFault(issuer) : 'other-provider'),
    authMethods: secretMethods,
    groupsClaim: 'groups',
  },
  okta: { issuerFault: anyIssuer, authMethods: allMethods, groupsClaim: 'groups' },
  generic: { issuerFault: anyIssuer, authMethods: allMethods, groupsClaim: 'groups' },
}

export const providerFacts = (provider: Provider): ProviderFacts => facts[provider]

/**
 * Why an issuer cannot be that of a connection; null if it can. `mayBeHttp`: whether http is accepted at that host, for
 * development on one machine.
 */
export function issuerFault(provider: Provider, issuer: string, mayBeHttp: (url: URL) => boolean): IssuerFault | null {
  if (issuer.length > 500 || !URL.canParse(issuer)) return 'not-an-issuer'
  const url = new URL(issuer)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeHttp(url))) return 'not-https'
  if (url.search || url.hash || issuer.endsWith('?') || issuer.endsWith('#') || url.username || url.password)
    return 'not-an-issuer'
  if (issuer.includes('/.well-known/')) return 'metadata-address'
  // It is compared byte for byte with what tokens say: no other spelling of it is the same issuer.
  if (issuer !== url.href && `${issuer}/` !== url.href) return 'not-an-issuer'
  return facts[provider].issuerFault(url)
}

/** Signatures that are accepted: never `none`, and never one whose key is a secret that others know. */
export const upstreamAlgs = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** Social providers with an OpenID Connect issuer. GitHub has none. */
export const socialIssuers: Readonly<Record<Exclude<SocialProvider, 'github'>, (tenant: string) => string>> = {
  google: () => googleIssuer,
  microsoft: (tenant) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  apple: () => appleIssuer,
}

/** Tenants of Microsoft that stand for many: their tokens name the tenant of the person as issuer. */
export const sharedTenants = ['common', 'organizations', 'consumers'] as const

/** What shared tenants write for the id of the tenant in the issuer of their metadata. */
export const tenantTemplate = 'https://login.microsoftonline.com/{tenantid}/v2.0'
