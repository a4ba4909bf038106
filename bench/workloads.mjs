// W1 to W7: what is measured, as requests against either server.
import { ask, bearer, inFlight, post, query, redirectUri } from './servers.mjs'

const ours = { authorize: '/authorize', token: '/token', userinfo: '/userinfo', introspect: '/introspect' }
const peers = { authorize: '/auth', token: '/token', userinfo: '/me', introspect: '/token/introspection' }
const pathsOf = (server) => (server.name === 'oidc-provider' ? peers : ours)

/** A whole code flow of somebody who is signed in: authorize, token, userinfo. The tokens, or null. */
export async function flow(server, lane) {
  const at = pathsOf(server)
  const { location } = await ask(server, 'GET', `${at.authorize}?${query}`, { lane })
  const code = /[?&]code=([^&]+)/.exec(location ?? '')?.[1]
  const answer = await post(server, at.token, `grant_type=authorization_code&${redirectUri}&code=${code}`, lane)
  const tokens = JSON.parse(answer.text)
  const info = await ask(server, 'GET', at.userinfo, { headers: bearer(tokens.access_token), lane })
  return info.status === 200 ? tokens : null
}

/** Tokens for each connection. */
export const tokensOf = (server) => Promise.all(Array.from({ length: inFlight }, (_, lane) => flow(server, lane)))

/** `held`: server -> the tokens of its connections. */
export const workloads = (held) => ({
  'W1 discovery': async (server, lane) =>
    (await ask(server, 'GET', '/.well-known/openid-configuration', { lane })).status === 200,
  'W2 jwks': async (server, lane) => (await ask(server, 'GET', '/jwks', { lane })).status === 200,
  'W3 client_credentials': async (server, lane) =>
    (await post(server, pathsOf(server).token, 'grant_type=client_credentials', lane)).status === 200,
  'W4 userinfo': async (server, lane) => {
    const headers = bearer(held.get(server)[lane].access_token)
    return (await ask(server, 'GET', pathsOf(server).userinfo, { headers, lane })).status === 200
  },
  'W5 refresh': async (server, lane) => {
    const body = `grant_type=refresh_token&refresh_token=${held.get(server)[lane].refresh_token}`
    const answer = await post(server, pathsOf(server).token, body, lane)
    if (answer.status === 200) held.get(server)[lane] = JSON.parse(answer.text)
    return answer.status === 200
  },
  'W6 code flow': async (server, lane) => (await flow(server, lane)) !== null,
  'W7 introspection': async (server, lane) => {
    const body = `token=${held.get(server)[lane].access_token}`
    return (await post(server, pathsOf(server).introspect, body, lane)).status === 200
  },
})
