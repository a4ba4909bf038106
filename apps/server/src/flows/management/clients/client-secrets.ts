import { digestOfSecret } from '../../../oidc/clients.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { changeClient } from './client-changes.ts'
import type { ClientManager } from './client-managers.ts'
import { newClientSecret } from './client-metadata.ts'

/** The secret that a client has, or the one that is to replace it. */
export type SecretName = 'current' | 'next'

/**
 * Makes a second secret. Both are accepted until the current one is dropped. The new one is returned here, and never
 * again.
 */
export async function rotateClientSecret(
  deps: Deps,
  manager: ClientManager,
  id: string,
  version?: number,
): Promise<string> {
  const secret = newClientSecret()
  await changeClient(deps, manager, { action: 'client.secret_rotated', id, version }, ({ record }) => {
    if (record.secretDigest === null) throw new OperationRefused('no-secret')
    if (record.nextSecretDigest !== null) throw new OperationRefused('two-secrets')
    return {
      change: { nextSecretDigest: digestOfSecret(secret), nextSecretAt: deps.now() },
      events: [{ action: 'client.secret_rotated' }],
    }
  })
  return secret
}

/** Drops one of two secrets at once. With the current one, the next takes its place. */
export const dropClientSecret = (
  deps: Deps,
  manager: ClientManager,
  id: string,
  dropped: SecretName,
  version?: number,
): Promise<void> =>
  changeClient(deps, manager, { action: 'client.secret_dropped', id, version }, ({ record }) => {
    if (record.nextSecretDigest === null) throw new OperationRefused('last-secret')
    const promoted = { secretDigest: record.nextSecretDigest, secretAt: record.nextSecretAt }
    return {
      change: { ...(dropped === 'current' ? promoted : {}), nextSecretDigest: null, nextSecretAt: null },
      events: [{ action: 'client.secret_dropped', detail: { secret: dropped } }],
    }
  })
