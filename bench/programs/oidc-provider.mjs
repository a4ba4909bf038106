// oidc-provider with settings equivalent to ours. STORAGE=sqlite: on disk instead of in memory.
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'

const port = Number(process.env.PORT)
const issuer = `http://localhost:${port}`
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' }

const Adapter =
  process.env.STORAGE === 'sqlite'
    ? (await import('./oidc-provider-sqlite.mjs')).SqliteAdapter
    : (await import('./oidc-provider-memory.mjs')).MemoryAdapter

const policy = interactionPolicy.base()
policy.remove('consent')
const provider = new Provider(issuer, {
  adapter: Adapter,
  jwks: { keys: [jwk] },
  interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  cookies: { keys: ['a key of the benchmark'] },
  clients: [
    {
      client_id: 'app',
      client_secret: 'app-secret-0123456789',
      redirect_uris: ['https://rp.test/cb'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  pkce: { required: () => false },
  scopes: ['openid', 'profile', 'email', 'x'],
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Ada', email: 'ada@example.test', email_verified: true }),
  }),
  ttl: { AccessToken: 600, ClientCredentials: 600, IdToken: 600, RefreshToken: 14 * 86_400, Session: 7 * 86_400 },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  loadExistingGrant: async (ctx) => {
    const known = ctx.oidc.session.grantIdFor(ctx.oidc.client.clientId)
    if (known) return ctx.oidc.provider.Grant.find(known)
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId,
    })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client, oneOf) =>
        oneOf ? undefined : client && _ctx.oidc.params.grant_type === 'client_credentials' ? 'urn:api' : undefined,
      getResourceServerInfo: () => ({
        scope: 'x',
        audience: 'urn:api',
        accessTokenFormat: 'jwt',
        accessTokenTTL: 600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})
let people = 0
provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith('/interaction/')) return next()
  await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: `ada${people++}` } })
  ctx.respond = false
})
provider.listen(port, '127.0.0.1', () => console.log('ready'))
