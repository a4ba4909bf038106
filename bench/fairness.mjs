// What has to be alike before servers are compared. A server that does something else is not measured.
import { clientCredentials, flow, introspection, refresh } from './workloads.mjs'

const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())

/** Ten minutes. Keycloak reads the clock twice, so that one second may be missing. */
function checkLifetime(what, seconds) {
  if (Math.abs(seconds - 600) > 1) throw new Error(`its ${what} is valid for ${seconds} s`)
}

/** A token that is signed by ES256 and valid for ten minutes. */
function checkSigned(what, token) {
  const [header, payload] = token.split('.', 2).map(decode)
  if (header.alg !== 'ES256') throw new Error(`its ${what} is signed by ${header.alg}, and not by ES256`)
  checkLifetime(what, payload.exp - payload.iat)
}

/** Throws a sentence if the tokens of a server are not those of the others. */
export async function checkAlike(server) {
  const answer = await clientCredentials(server, 0)
  if (answer.status !== 200) throw new Error(`client_credentials is answered with ${answer.status} ${answer.text}`)
  checkSigned('token of client_credentials', JSON.parse(answer.text).access_token)
  const tokens = await flow(server, 0)
  if (!tokens) throw new Error('a code flow of somebody who is signed in does not end with tokens')
  checkSigned('ID token', tokens.id_token)
  checkLifetime('access token', Number(tokens.expires_in))
  if (!(await introspection(server, tokens, 0))) throw new Error('introspection does not say that a token is active')
  const next = await refresh(server, tokens, 0)
  if (!next?.id_token) throw new Error('a refresh gives no ID token')
  checkSigned('refreshed ID token', next.id_token)
  if (next.refresh_token === tokens.refresh_token) throw new Error('a refresh does not rotate the refresh token')
}
