import type { Client } from '../oidc/clients.ts'
import { operatorsClientIdFault } from '../oidc/dynamic-clients/registration.ts'
import { readClient } from './client.ts'
import { clientIndices } from './client-settings.ts'
import type { Environment, EnvironmentReader } from './environment.ts'

export const namesClients = (env: Environment): boolean =>
  Object.keys(env).some((name) => /^OIDC_CLIENT_ID_\d+$/.test(name) && env[name]?.trim())

/** Reads every client of the environment. Indices are any non-negative integers; gaps are allowed. */
export function readClients(
  reader: EnvironmentReader,
  env: Environment,
  mode: { production: boolean; development: boolean },
): Map<string, Client> {
  const clients = new Map<string, Client>()
  for (const index of clientIndices(reader, env)) {
    const client = readClient(reader, index, mode)
    const fault = clients.has(client.id) ? 'repeats the id of another client' : operatorsClientIdFault(client.id)
    if (fault) reader.fault(`OIDC_CLIENT_ID_${index}`, fault, `my-app-${index}`)
    clients.set(client.id, client)
  }
  return clients
}
