import type { Config } from '../../../config/settings.ts'
import type { Client } from '../../../oidc/clients.ts'
import { standardScopes } from '../../../oidc/scopes.ts'
import { ownClient } from './own-client.ts'

/** What a client says about organizations: OIDC_CLIENT_<n>_ORGANIZATION. */
export const organizationSettings = ['required', 'optional', 'none'] as const
export type OrganizationSetting = (typeof organizationSettings)[number]

export const playgroundClientId = (organization: OrganizationSetting): string =>
  organization === 'required' ? 'vestibule-playground' : `vestibule-playground-${organization}`

/** The paths that the playground's clients are registered with. */
export const playgroundPaths = { callback: '/dev/try/callback', signedOut: '/dev/try/signed-out' } as const

/**
 * The clients that a development server tries its own sign-in with, at /dev/try: one for each setting of organizations.
 * Public clients, on this machine only.
 */
export const playgroundClients = (config: Pick<Config, 'issuer'>): ReadonlyMap<string, Client> =>
  new Map(organizationSettings.map((setting) => [playgroundClientId(setting), playgroundClient(config, setting)]))

export const playgroundClient = ({ issuer }: Pick<Config, 'issuer'>, organization: OrganizationSetting): Client => ({
  ...ownClient(playgroundClientId(organization), 'Playground'),
  redirectUris: [`${issuer}${playgroundPaths.callback}`],
  postLogoutRedirectUris: [`${issuer}${playgroundPaths.signedOut}`],
  scopes: new Set(standardScopes),
  grantTypes: new Set(['authorization_code', 'refresh_token']),
  responseTypes: new Set(['code']),
  organization,
  onboarding: null,
})
