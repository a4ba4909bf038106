// A realm of Keycloak with the client, the people and the lifetimes that the other servers have too.
import { inFlight } from '../servers.mjs'

const day = 86_400
export const password = 'a password of the benchmark'

/** Keys as a new realm gets them, with one more, for ES256. */
const keys = [
  { name: 'ecdsa', providerId: 'ecdsa-generated', config: { priority: ['100'], ecdsaEllipticCurveKey: ['P-256'] } },
  { name: 'rsa', providerId: 'rsa-generated', config: { priority: ['100'] } },
  { name: 'hmac', providerId: 'hmac-generated', config: { priority: ['100'], algorithm: ['HS512'] } },
  { name: 'aes', providerId: 'aes-generated', config: { priority: ['100'] } },
]

export const realm = {
  realm: 'bench',
  enabled: true,
  defaultSignatureAlgorithm: 'ES256',
  accessTokenLifespan: 600,
  // A refresh token works once, as ours.
  revokeRefreshToken: true,
  refreshTokenMaxReuse: 0,
  ssoSessionIdleTimeout: 14 * day,
  ssoSessionMaxLifespan: 30 * day,
  components: { 'org.keycloak.keys.KeyProvider': keys },
  clients: [
    {
      clientId: 'app',
      secret: 'app-secret-0123456789',
      redirectUris: ['https://rp.test/cb'],
      standardFlowEnabled: true,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: true,
      // The tokens of ours name no roles either.
      fullScopeAllowed: false,
      defaultClientScopes: ['basic', 'profile', 'email'],
      optionalClientScopes: [],
      attributes: { 'client_credentials.use_refresh_token': 'false' },
      // A client may introspect only what names it as its audience.
      protocolMappers: [
        {
          name: 'audience',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-audience-mapper',
          config: {
            'included.client.audience': 'app',
            'access.token.claim': 'true',
            'introspection.token.claim': 'true',
          },
        },
      ],
    },
  ],
  users: Array.from({ length: inFlight }, (_, lane) => ({
    username: `ada${lane}`,
    email: `ada${lane}@example.test`,
    emailVerified: true,
    enabled: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    credentials: [{ type: 'password', value: password }],
  })),
}
