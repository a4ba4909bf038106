import type { EnvironmentReader } from './environment.ts'
import type { Config } from './settings.ts'

/** Checks clients against each other and against the server. Returns warnings about what is allowed but unwise. */
export function checkClients(
  reader: EnvironmentReader,
  { clients, secrets, issuer, production }: Pick<Config, 'clients' | 'secrets' | 'issuer' | 'production'>,
): string[] {
  const warnings: string[] = []
  const passkeysPossible = !URL.canParse(issuer) || !/^[\d.]+$|^\[/.test(new URL(issuer).hostname)
  for (const client of clients.values()) {
    if (secrets.some((secret) => client.secrets.includes(secret))) {
      reader.fault(
        'SECRET',
        `is also the secret of client ${client.id}; every secret has one purpose`,
        'the output of: openssl rand -base64 48',
      )
    }
    if (client.requirePasskey && !passkeysPossible) {
      reader.fault(
        'ISSUER',
        `is an IP address, which cannot have passkeys, but client ${client.id} requires them`,
        'http://localhost:4000',
      )
    }
    if (production && client.secrets.some((secret) => secret.length < 16)) {
      warnings.push(
        `INSECURE: the secret of client ${client.id} is shorter than 16 characters and can be guessed; generate one with: openssl rand -base64 32`,
      )
    }
    const sharers = [...clients.values()].filter(
      ({ id, secrets }) => id > client.id && secrets.some((secret) => client.secrets.includes(secret)),
    )
    for (const { id } of sharers)
      warnings.push(`Clients ${client.id} and ${id} have the same secret: whoever runs one can act as the other.`)
  }
  return warnings
}
