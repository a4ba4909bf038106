// The peer: oidc-provider with equivalent settings and its own storage in memory, which is faster than anything durable.
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'

const port = Number(process.env.PORT)
const issuer = `http://localhost:${port}`
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' }

/** A plain Map per process, as the library's own memory adapter but without its bounds. */
const storage = new Map()
const grantIndex = new Map()
const sessionIndex = new Map()
class MemoryAdapter {
  constructor(model) {
    this.model = model
  }
  key(id) {
    return `${this.model}:${id}`
  }
  async upsert(id, payload) {
    const key = this.key(id)
    if (this.model === 'Session') sessionIndex.set(payload.uid, id)
    if (payload.grantId) {
      const keys = grantIndex.get(payload.grantId) ?? []
      keys.push(key)
      grantIndex.set(payload.grantId, keys)
    }
    storage.set(key, payload)
  }
  async find(id) {
    return storage.get(this.key(id))
  }
  async findByUid(uid) {
    return this.find(sessionIndex.get(uid))
  }
  async findByUserCode() {}
  async consume(id) {
    storage.get(this.key(id)).consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id) {
    storage.delete(this.key(id))
  }
  async revokeByGrantId(grantId) {
    for (const key of grantIndex.get(grantId) ?? []) storage.delete(key)
    grantIndex.delete(grantId)
  }
}

const policy = interactionPolicy.base()
policy.remove('consent')
const provider = new Provider(issuer, {
  adapter: MemoryAdapter,
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
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})
provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith('/interaction/')) return next()
  await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: 'ada' } })
  ctx.respond = false
})
provider.listen(port, '127.0.0.1', () => console.log('ready'))
