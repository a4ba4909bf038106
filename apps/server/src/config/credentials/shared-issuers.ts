import type { EnvironmentReader } from '../environment.ts'
import type { SharedIssuers } from '../settings.ts'

/** Those that are known to serve everybody. */
const known = ['https://accounts.google.com', 'https://appleid.apple.com', 'https://claude.ai', 'https://claude.com']

/** `ENTERPRISE_AUTHORIZATION_ISSUERS`: issuers, each with `tenant` or `email` after a space. */
export function readSharedIssuers(reader: EnvironmentReader): SharedIssuers {
  const name = 'ENTERPRISE_AUTHORIZATION_ISSUERS'
  const issuers = new Map<string, 'tenant' | 'email'>(known.map((issuer) => [issuer, 'tenant']))
  for (const item of reader.list(name) ?? []) {
    const [issuer = '', demand = 'tenant', ...rest] = item.split(/ +/)
    if (!/^https?:\/\/[^?#]+$/.test(issuer) || !['tenant', 'email'].includes(demand) || rest.length > 0)
      reader.fault(
        name,
        'must be a list of issuers, each with tenant or email after a space',
        'https://claude.ai email',
      )
    else issuers.set(issuer, demand as 'tenant' | 'email')
  }
  return issuers
}
