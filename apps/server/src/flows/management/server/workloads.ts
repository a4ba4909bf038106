import type { Client } from '../../../oidc/clients.ts'
import type { FederatedCredential } from '../../../oidc/federation/credential.ts'
import { unwiseOf } from '../../../oidc/federation/presets.ts'
import type { OutboundFetch } from '../../../outbound/fetch.ts'
import { fetchIssuerKeys, IssuerKeysUnavailable } from '../../platform/keys/issuer-keys.ts'
import type { Finding } from './finding.ts'

/** Issuers that are asked in one run. */
const maxIssuers = 20

type Workload = Pick<Client, 'id'> & { federated: FederatedCredential }

/**
 * What is wrong with the clients that authenticate by the token of another issuer, and whether that issuer's keys can
 * be fetched.
 */
export async function examineWorkloads(outbound: OutboundFetch, clients: readonly Client[]): Promise<Finding[]> {
  const workloads = clients.filter((client): client is Client & Workload => client.federated !== null)
  const pinned = workloads.flatMap(({ id, federated }) =>
    unwiseOf(federated).map((what): Finding => ({ state: 'unwise', what: `Client ${id} ${what}.` })),
  )
  // Clients of one issuer have the same keys.
  const bySource = new Map<string, Workload[]>()
  for (const workload of workloads.filter(({ federated }) => federated.jwks === null)) {
    const source = JSON.stringify([workload.federated.issuer, workload.federated.jwksUri])
    bySource.set(source, [...(bySource.get(source) ?? []), workload])
  }
  const sources = [...bySource.values()]
  const asked = await Promise.all(sources.slice(0, maxIssuers).map((sharing) => askIssuerOf(outbound, sharing)))
  const left = sources.length - maxIssuers
  return [...pinned, ...asked, ...(left > 0 ? [notAsked(left)] : [])]
}

const notAsked = (count: number): Finding => ({
  state: 'unwise',
  what: `${count} more issuers of workloads were not asked: ${maxIssuers} are asked at once.`,
})

async function askIssuerOf(outbound: OutboundFetch, sharing: readonly Workload[]): Promise<Finding> {
  const [{ federated }] = sharing as [Workload]
  const clients = `client${sharing.length === 1 ? '' : 's'} ${sharing.map(({ id }) => id).join(', ')}`
  try {
    const { keys } = await fetchIssuerKeys(outbound, federated)
    return { state: 'ok', what: `${federated.issuer} (FEDERATED_ISSUER of ${clients}) gives its keys: ${keys.length}.` }
  } catch (error) {
    if (!(error instanceof IssuerKeysUnavailable)) throw error
    return { state: 'unwise', what: `FEDERATED_ISSUER of ${clients}: ${error.message}.` }
  }
}
