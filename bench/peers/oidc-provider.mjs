// oidc-provider, with its storage in memory (faster than anything durable) and on SQLite. Its access tokens of people are
// opaque by default and stay so: it signs one token in a refresh and a code flow, and ours signs two.
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { query, start, visit } from '../servers.mjs'

const program = join(import.meta.dirname, '../programs/oidc-provider.mjs')
const version = manifest.dependencies['oidc-provider']

const paths = {
  discovery: '/.well-known/openid-configuration',
  jwks: '/jwks',
  authorize: '/auth',
  token: '/token',
  userinfo: '/me',
  introspect: '/token/introspection',
}

/** Its program signs in whoever comes. */
async function signIn(server) {
  for (const [lane, jar] of server.browsers.entries()) {
    let answer = await visit(server, 'GET', `${paths.authorize}?${query}`, { jar, lane })
    while (answer.location && !answer.location.startsWith('https://rp.test'))
      answer = await visit(server, 'GET', answer.location.replace(server.origin, ''), { jar, lane })
  }
}

const peer = (storage, label) => {
  const name = `oidc-provider, ${label}`
  return {
    id: `oidc-provider-${storage}`,
    name,
    version,
    paths,
    start: (port, { folder } = {}) =>
      start(name, port, [program], { NODE_ENV: 'production', STORAGE: storage }, { folder }),
    signIn,
  }
}

export const oidcProvider = peer('memory', 'memory')
export const oidcProviderOnSqlite = peer('sqlite', 'SQLite')
