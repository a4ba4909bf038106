import { signedOutUri } from '../../flows/authorization/federation/upstream-logout.ts'
import type { ConnectionView } from '../../flows/federation/connections.ts'
import { callbackUri } from '../../flows/federation/upstream/upstream-client.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { formField } from '../../http/forms.ts'
import type { AuthMethod, Provider } from '../../oidc/federation/connection.ts'
import { googleIssuer, providerFacts } from '../../oidc/federation/providers.ts'
import type { Params } from '../../oidc/params.ts'
import type { OurAddresses, ProviderValues } from '../../pages/federation/provider-fields.tsx'

/** What is entered at a provider. They depend on the issuer and the organization, never on the Host of a request. */
export const addressesFor = (
  { config }: Pick<Deps, 'config'>,
  { organizationId, connectionId }: { organizationId: string; connectionId: string | null },
): OurAddresses => ({
  redirectUri: callbackUri({ config }, organizationId),
  jwksUri: `${config.issuer}/jwks`,
  signedOutUri: signedOutUri({ config }),
  logoutUri: connectionId && `${config.issuer}/sso/oidc/${connectionId}/backchannel-logout`,
})

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
