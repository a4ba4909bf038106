import type { OperationRefused } from '../flows/platform/operation-refused.ts'

/** The status of a refused operation, on pages and in the management API alike. */
export const refusalStatus = ({ reason }: OperationRefused): number =>
  ({
    'not-found': 404,
    'not-a-member': 404,
    forbidden: 403,
    'last-owner': 409,
    taken: 409,
    'changed-meanwhile': 412,
    invalid: 422,
    'too-many': 422,
    'read-only': 409,
    deleted: 409,
    'no-secret': 409,
    'two-secrets': 409,
    'last-secret': 409,
    conflict: 409,
    'rotation-under-way': 409,
  })[reason]
