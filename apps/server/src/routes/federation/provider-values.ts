import { signedOutUri } from '../../flows/authorization/federation/upstream-logout.ts'
import { parseIssuer } from '../../flows/federation/connection-input.ts'
import type { ConnectionView } from '../../flows/federation/connections.ts'
import { callbackOf, callbackUri } from '../../flows/federation/upstream/upstream-client.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import type { AuthMethod, Provider } from '../../oidc/federation/connection.ts'
import { googleIssuer, providerFacts } from '../../oidc/federation/providers.ts'
import type { Params } from '../../oidc/params.ts'
import type { OurAddresses, ProviderValues } from '../../pages/federation/provider-fields.tsx'

/** What is entered at the provider of a connection. Nothing of it depends on the Host of a request. */
export const addressesOf = (
  { config }: Pick<Deps, 'config'>,
  connection: Pick<ConnectionView, 'id' | 'organizationId' | 'issuer' | 'organizationCallback'>,
): OurAddresses => ({
  ...sharedAddresses(config),
  redirectUri: callbackUri({ config }, callbackOf(connection)),
  logoutUri: `${config.issuer}/sso/oidc/${connection.id}/backchannel-logout`,
})

/** The same of a connection that is not saved yet. `issuer`: null until it is known. */
export const addressesFor = (
  { config }: Pick<Deps, 'config'>,
  { organizationId, issuer }: { organizationId: string; issuer: string | null },
): OurAddresses => ({
  ...sharedAddresses(config),
  redirectUri: issuer && callbackUri({ config }, callbackOf({ organizationId, issuer, organizationCallback: false })),
  logoutUri: null,
})

const sharedAddresses = (config: Deps['config']) => ({
  jwksUri: `${config.issuer}/jwks`,
  signedOutUri: signedOutUri({ config }),
})

/**
 * The issuer that a new connection is for: the only one of its provider, or what was typed. Null, and why, until something was
 * that can be one: the redirect URI depends on it.
 */
export function newIssuer(
  { config }: Pick<Deps, 'config'>,
  provider: Provider,
  params: Params,
): { issuer: string | null; problem?: Problem | undefined } {
  const { fixedIssuer } = providerChoices(provider)
  if (fixedIssuer !== null) return { issuer: fixedIssuer }
  const typed = formField(params, 'issuer').slice(0, 600)
  if (typed === '') return { issuer: null }
  try {
    return { issuer: parseIssuer({ config }, provider, typed) }
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    return { issuer: null, problem: error.problem ?? undefined }
  }
}

/** How one can authenticate at a provider, and its issuer if it has only one. */
export const providerChoices = (
  provider: Provider,
): { methods: readonly AuthMethod[]; fixedIssuer: string | null } => ({
  methods: providerFacts(provider).authMethods,
  fixedIssuer: provider === 'google' ? googleIssuer : null,
})

/** What was typed. A secret is never written back. */
export const typedProvider = (params: Params): ProviderValues => ({
  name: formField(params, 'name').slice(0, 400),
  issuer: formField(params, 'issuer').slice(0, 600),
  clientId: formField(params, 'client_id').slice(0, 400),
  authMethod: formField(params, 'auth_method'),
})

export const valuesOfProvider = ({ name, issuer, clientId, authMethod }: ConnectionView): ProviderValues => ({
  name,
  issuer,
  clientId,
  authMethod,
})

/** The fields of the form, as the flows take them. */
export const trustOf = (params: Params) => ({
  issuer: formField(params, 'issuer'),
  clientId: formField(params, 'client_id'),
  authMethod: formField(params, 'auth_method'),
  secret: formField(params, 'secret'),
})
