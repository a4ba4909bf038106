/** Parameters of a connection URL that hold no secret. Whatever is not named here is not shown. */
const harmless = new Set([
  'application_name',
  'connect_timeout',
  'connection_limit',
  'host',
  'name',
  'pool_timeout',
  'port',
  'requireTLS',
  'schema',
  'secure',
  'sslmode',
  'tls.rejectUnauthorized',
])

/** A URL without its user name, password, fragment and the values of unknown parameters. */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return '(redacted)'
  const url = new URL(text)
  if (url.username) url.username = '***'
  if (url.password) url.password = '***'
  for (const name of [...new Set(url.searchParams.keys())]) if (!harmless.has(name)) url.searchParams.set(name, '***')
  url.hash = ''
  return url.href
}
