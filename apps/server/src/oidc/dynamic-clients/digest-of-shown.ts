import { hash } from 'node:crypto'
import type { Client } from '../clients.ts'

/**
 * Changes when a person has to be asked again about a dynamic client: its name changed, it has
 * other terms, authenticates otherwise, or its keys are kept by somebody else. A rotation of keys changes nothing, and
 * where the person is sent to is compared by itself.
 */
export function digestOfShown(client: Client): string {
  const keys = client.jwksUri ? new URL(client.jwksUri).host : client.jwks ? 'inline' : null
  const shown = [client.name, client.policyUri, client.tosUri, [...client.tokenAuthMethods].sort(), keys]
  return hash('sha256', JSON.stringify(shown), 'base64url')
}
