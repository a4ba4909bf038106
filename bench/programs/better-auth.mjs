// better-auth as an OpenID Connect provider, as its documentation sets it up: the JWT and OAuth provider plugins on
// better-sqlite3, with the client and its resource cached. Its rate limits are off, as ours are.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'
import Database from 'better-sqlite3'

const port = Number(process.env.PORT)
const database = new Database('better-auth.db')
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')

const resource = 'https://api.test'
const options = {
  baseURL: `http://localhost:${port}`,
  secret: 'a secret of the benchmark, long enough for all',
  database,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  session: { expiresIn: 7 * 86_400, cookieCache: { enabled: true, maxAge: 3600 } },
  disabledPaths: ['/token'],
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: 'ES256' } }, disableSettingJwtHeader: true }),
    oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      scopes: ['openid', 'profile', 'email', 'offline_access', 'x'],
      resources: [resource],
      cachedResources: new Set([resource]),
      cachedTrustedClients: new Set(['app']),
      enforcePerClientResources: false,
      accessTokenExpiresIn: 600,
      m2mAccessTokenExpiresIn: 600,
      idTokenExpiresIn: 600,
      refreshTokenExpiresIn: 14 * 86_400,
    }),
  ],
}
// Once: its command migrates a real one, and not the server.
if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'oauthClient'").get())
  await (await getMigrations(options)).runMigrations()

const auth = betterAuth(options)

const { adapter } = await auth.$context
const clientId = { field: 'clientId', value: 'app' }
if (!(await adapter.findOne({ model: 'oauthClient', where: [clientId] })))
  await adapter.create({
    model: 'oauthClient',
    data: {
      clientId: 'app',
      clientSecret: createHash('sha256').update('app-secret-0123456789').digest('base64url'),
      redirectUris: ['https://rp.test/cb'],
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
      responseTypes: ['code'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      scopes: ['openid', 'profile', 'email', 'offline_access', 'x'],
      clientCredentialsScopes: ['x'],
      skipConsent: true,
      requirePKCE: true,
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  })
createServer(toNodeHandler(auth)).listen(port, '127.0.0.1', () => console.log('ready'))
