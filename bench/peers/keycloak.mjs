// Keycloak in production mode on a PostgreSQL of its own, on one node and without TLS, as behind a proxy.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../scripts/test-postgres.mjs'
import { form, query, start, visit } from '../servers.mjs'
import { findKeycloak, version } from './keycloak-distribution.mjs'
import { password, realm } from './keycloak-realm.mjs'

const root = '/realms/bench'
const protocol = `${root}/protocol/openid-connect`
const paths = {
  discovery: `${root}/.well-known/openid-configuration`,
  jwks: `${protocol}/certs`,
  authorize: `${protocol}/auth`,
  token: `${protocol}/token`,
  userinfo: `${protocol}/userinfo`,
  introspect: `${protocol}/token/introspect`,
}

async function startKeycloak(port, { database }) {
  const folder = await findKeycloak()
  mkdirSync(join(folder, 'data/import'), { recursive: true })
  writeFileSync(join(folder, 'data/import/bench-realm.json'), JSON.stringify(realm))
  const { host, username, pathname } = new URL(database.url)
  const settings = [
    '--import-realm',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--hostname=http://localhost:${port}`,
    `--db-url=jdbc:postgresql://${host}${pathname}`,
    `--db-username=${username}`,
    '--db-password=none',
  ]
  return start(
    'Keycloak',
    port,
    ['start', '--optimized', ...settings],
    { JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx1g' },
    {
      program: join(folder, 'bin/kc.sh'),
      ready: paths.discovery,
    },
  )
}

async function signIn(server) {
  for (const [lane, jar] of server.browsers.entries()) {
    const page = await visit(server, 'GET', `${paths.authorize}?${query}`, { jar, lane })
    const action = /action="([^"]+)"/.exec(page.text)?.[1].replaceAll('&amp;', '&').replace(server.origin, '')
    const body = `username=ada${lane}&password=${encodeURIComponent(password)}`
    await visit(server, 'POST', action, { headers: form, body, jar, lane })
  }
}

export const keycloak = {
  id: 'keycloak',
  name: 'Keycloak, PostgreSQL',
  version,
  postgres: true,
  missing: () => (findPostgres() ? null : 'PostgreSQL is not installed'),
  paths,
  /** The compiler of the JVM takes longer than Node's. */
  warmUpSeconds: 45,
  starts: 3,
  start: startKeycloak,
  signIn,
}
