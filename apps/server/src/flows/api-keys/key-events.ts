import type { ApiKeyRecord } from '../../store/prisma/api-keys.ts'
import type { Actor, AuditedTransaction } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'

type RecordedKey = Pick<ApiKeyRecord, 'id' | 'userId' | 'organizationId' | 'name' | 'resource' | 'scope'>

/** Records what happened to a key, with what it may do. */
export const recordKey = (
  tx: AuditedTransaction,
  actor: Actor,
  action: ChangeAction & `api_key.${string}`,
  { id, userId, organizationId, name, resource, scope }: RecordedKey,
  more: Record<string, unknown> = {},
): Promise<string> =>
  tx.record(actor, {
    action,
    organizationId,
    target: ['api-key', id],
    detail: { name, resource, scope, ...(userId === null ? {} : { user: userId }), ...more },
  })
