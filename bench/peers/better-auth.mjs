// better-auth with its OAuth provider plugin, on SQLite. It gives refresh tokens for offline_access only, and asks for
// PKCE then. Its access tokens are opaque unless a resource is named, which client_credentials does here.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { start, visit } from '../servers.mjs'

const program = join(import.meta.dirname, '../programs/better-auth.mjs')
const version = manifest.dependencies['better-auth']

const root = '/api/auth'
const paths = {
  discovery: `${root}/.well-known/openid-configuration`,
  jwks: `${root}/jwks`,
  authorize: `${root}/oauth2/authorize`,
  token: `${root}/oauth2/token`,
  userinfo: `${root}/oauth2/userinfo`,
  introspect: `${root}/oauth2/introspect`,
}

const codeVerifier = 'a-code-verifier-of-the-benchmark-long-enough-for-all'
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

async function signIn(server) {
  for (const [lane, jar] of server.browsers.entries()) {
    const headers = `Content-Type: application/json\r\nOrigin: ${server.origin}\r\n`
    const person = { email: `ada${lane}@example.test`, name: 'Ada', password: 'a password of the benchmark' }
    await visit(server, 'POST', `${root}/sign-up/email`, { headers, body: JSON.stringify(person), jar, lane })
  }
}

export const betterAuth = {
  id: 'better-auth',
  name: 'better-auth, SQLite',
  version,
  paths,
  extra: {
    authorize: `%20offline_access&code_challenge=${codeChallenge}&code_challenge_method=S256`,
    code: `&code_verifier=${codeVerifier}`,
    clientCredentials: '&resource=https%3A%2F%2Fapi.test',
  },
  start: (port, { folder } = {}) =>
    start('better-auth', port, [program], { NODE_ENV: 'production' }, { folder, ready: paths.discovery }),
  signIn,
}
