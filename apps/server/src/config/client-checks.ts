import { type Client, digestOfSecret } from '../oidc/clients.ts'
import { exampleRule } from '../oidc/exchange-rules.ts'
import { isSameResource, reservedFault } from '../oidc/resources.ts'
import type { EnvironmentReader } from './environment.ts'
import type { Config } from './settings.ts'

/** Web Authentication Level 3 section 5.1.2: passkeys belong to a domain, and an IP address is not a domain. */
export const mayHavePasskeys = (issuer: string): boolean =>
  !URL.canParse(issuer) || !/^[\d.]+$|^\[/.test(new URL(issuer).hostname)

/** The first rule by which a client may not exchange tokens, and why; null if there is none. */
export function exchangeFault(
  {
    id,
    audiences,
    exchangeRules,
    requireConsent,
  }: Pick<Client, 'id' | 'audiences' | 'exchangeRules' | 'requireConsent'>,
  issuer: string,
): { index: number; fault: string } | null {
  for (const [index, { from, to }] of exchangeRules.entries()) {
    if (requireConsent)
      return { index, fault: 'is set together with REQUIRE_CONSENT, but nobody can be asked when a token is exchanged' }
    if (!audiences.some((audience) => isSameResource(audience, from)) && from !== id) {
      const fault = `leads from ${from}, which AUDIENCES does not name: a client exchanges tokens that were sent to itself`
      return { index, fault }
    }
    for (const identifier of [from, to]) {
      const fault = reservedFault({ identifier }, issuer)
      if (fault) return { index, fault: `names ${identifier}, which ${fault}` }
    }
  }
  return null
}

/** What is wrong with an API or a client that takes bound tokens alone. `value` is how it says so. */
export const dpopFault = (
  { dpop }: Pick<Client, 'dpop'>,
  server: Pick<Config, 'dpop'>,
  value: 'required' | 'true' = 'required',
): string | null => (dpop === 'required' && !server.dpop ? `is ${value}, but DPOP is off` : null)

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
    const boundFault = dpopFault(client, { dpop })
    if (boundFault) reader.fault(`${client.variable?.replace('_ID_', '_')}_DPOP`, boundFault, 'optional')
    if (client.federated?.issuer === issuer) {
      reader.fault(
        'ISSUER',
        `is also FEDERATED_ISSUER of client ${client.id}: tokens of this server are for APIs, and authenticate no client`,
        'https://id.example.com',
      )
    }
    const exchange = exchangeFault(client, issuer)
    const rules = exchange ? reader.numbered(`${client.variable?.replace('_ID_', '_')}_EXCHANGE_`) : []
    // A rule that could not be read is not among those of the client.
    if (exchange && !rules.some((name) => reader.hasFault(name)))
      reader.fault(rules[exchange.index] ?? '', exchange.fault, exampleRule)
    const sharers = [...clients.values()].filter(
      ({ id, secretDigests }) =>
        id > client.id && secretDigests.some((secret) => client.secretDigests.includes(secret)),
    )
    for (const { id } of sharers)
      warnings.push(`Clients ${client.id} and ${id} have the same secret: whoever runs one can act as the other.`)
  }
  return warnings
}
