// W1 to W7: what is measured, as requests against any server. An answer counts only if it says what it should.
import { ask, bearer, inFlight, post, query, redirectUri } from './servers.mjs'

/** Where ours answers. A peer has its own in `server.paths`. */
const ours = {
  discovery: '/.well-known/openid-configuration',
  jwks: '/jwks',
  authorize: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  introspect: '/introspect',
}
const pathsOf = (server) => server.paths ?? ours
/** What a server needs in its requests beyond ours: the parameters of PKCE, or a resource. */
const extraOf = (server) => ({ authorize: '', code: '', clientCredentials: '', ...server.extra })

/** A whole code flow of somebody who is signed in: authorize, token, userinfo. The tokens, or null. */
export async function flow(server, lane) {
  const at = pathsOf(server)
  const extra = extraOf(server)
  const { cookies } = server.browsers?.[lane] ?? server
  const { location } = await ask(server, 'GET', `${at.authorize}?${query}${extra.authorize}`, { lane, cookies })
  const code = /[?&]code=([^&]+)/.exec(location ?? '')?.[1]
  if (!code) return null
  const body = `grant_type=authorization_code&${redirectUri}&code=${code}${extra.code}`
  const answer = await post(server, at.token, body, lane)
  if (answer.status !== 200) return null
  const tokens = JSON.parse(answer.text)
  return (await userinfo(server, tokens, lane)) ? tokens : null
}

async function userinfo(server, { access_token: token }, lane) {
  // With tokens that are bound to a key (RFC 9449), a proof for each request.
  const headers = server.proofOf
    ? `Authorization: DPoP ${token}\r\n${server.proofOf('GET', pathsOf(server).userinfo, token)}`
    : bearer(token)
  const { status, text } = await ask(server, 'GET', pathsOf(server).userinfo, { headers, lane })
  return status === 200 && text.includes('"email"')
}

export async function introspection(server, tokens, lane) {
  const { status, text } = await post(server, pathsOf(server).introspect, `token=${tokens.access_token}`, lane)
  return status === 200 && text.includes('"active":true')
}

/** A refresh of the tokens of a connection. The new ones, or null. */
export async function refresh(server, tokens, lane) {
  const body = `grant_type=refresh_token&refresh_token=${tokens.refresh_token}`
  const { status, text } = await post(server, pathsOf(server).token, body, lane)
  return status === 200 ? JSON.parse(text) : null
}

export const clientCredentials = (server, lane) =>
  post(server, pathsOf(server).token, `grant_type=client_credentials${extraOf(server).clientCredentials}`, lane)

/** Tokens for each connection. */
export const tokensOf = (server) => Promise.all(Array.from({ length: inFlight }, (_, lane) => flow(server, lane)))

/** `held`: server -> the tokens of its connections. */
export const workloads = (held) => ({
  'W1 discovery': async (server, lane) =>
    (await ask(server, 'GET', pathsOf(server).discovery, { lane })).status === 200,
  'W2 jwks': async (server, lane) => (await ask(server, 'GET', pathsOf(server).jwks, { lane })).status === 200,
  'W3 client_credentials': async (server, lane) => (await clientCredentials(server, lane)).status === 200,
  'W4 userinfo': (server, lane) => userinfo(server, held.get(server)[lane], lane),
  'W5 refresh': async (server, lane) => {
    const tokens = await refresh(server, held.get(server)[lane], lane)
    if (tokens) held.get(server)[lane] = tokens
    return tokens !== null
  },
  'W6 code flow': async (server, lane) => (await flow(server, lane)) !== null,
  'W7 introspection': (server, lane) => introspection(server, held.get(server)[lane], lane),
})
