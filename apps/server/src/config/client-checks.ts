import { digestOfSecret } from '../oidc/clients.ts'
import type { EnvironmentReader } from './environment.ts'
import type { Config } from './settings.ts'

/** Web Authentication Level 3 section 5.1.2: passkeys belong to a domain, and an IP address is not a domain. */
export const mayHavePasskeys = (issuer: string): boolean =>
  !URL.canParse(issuer) || !/^[\d.]+$|^\[/.test(new URL(issuer).hostname)

/** Checks clients against each other and against the server. Returns warnings about what is allowed but unwise. */
export function checkClients(
  reader: EnvironmentReader,
  { clients, secrets, issuer, dpop }: Pick<Config, 'clients' | 'secrets' | 'issuer' | 'dpop'>,
): string[] {
  const warnings: string[] = []
  for (const client of clients.values()) {
    if (secrets.some((secret) => client.secretDigests.includes(digestOfSecret(secret)))) {
      reader.fault(
        'SECRET',
        `is also the secret of client ${client.id}; every secret has one purpose`,
        'the output of: openssl rand -base64 48',
      )
    }
    if (client.requirePasskey && !mayHavePasskeys(issuer)) {
      reader.fault(
        'ISSUER',
        `is an IP address, which cannot have passkeys, but client ${client.id} requires them`,
        'http://localhost:4000',
      )
    }
    if (client.dpop === 'required' && !dpop) {
      const index = client.variable?.replace('OIDC_CLIENT_ID_', '') ?? '0'
      reader.fault(`OIDC_CLIENT_${index}_DPOP`, 'is required, but DPOP is off', 'optional')
    }
    if (client.federated?.issuer === issuer) {
      reader.fault(
        'ISSUER',
        `is also FEDERATED_ISSUER of client ${client.id}: tokens of this server are for APIs, and authenticate no client`,
        'https://id.example.com',
      )
    }
    const sharers = [...clients.values()].filter(
      ({ id, secretDigests }) =>
        id > client.id && secretDigests.some((secret) => client.secretDigests.includes(secret)),
    )
    for (const { id } of sharers)
      warnings.push(`Clients ${client.id} and ${id} have the same secret: whoever runs one can act as the other.`)
  }
  return warnings
}
