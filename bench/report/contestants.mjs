// The servers in the order of tables and pictures, by their ids.
export const contestants = {
  'vestibule-sqlite': 'Vestibule, SQLite',
  'vestibule-postgresql': 'Vestibule, PostgreSQL',
  'oidc-provider-memory': 'oidc-provider, memory',
  'oidc-provider-sqlite': 'oidc-provider, SQLite',
  'better-auth': 'better-auth, SQLite',
  keycloak: 'Keycloak, PostgreSQL',
  'bare-http': 'bare node:http',
}
