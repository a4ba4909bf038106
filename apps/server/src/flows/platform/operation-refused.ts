import type { Problem } from './problems.ts'
export type RefusalReason =
  | 'not-found'
  | 'forbidden'
  | 'last-owner'
  | 'taken'
  | 'invalid'
  | 'changed-meanwhile'
  | 'not-a-member'
  | 'too-many'

/** The operation was refused, and nothing was changed. `field` and `problem` are for a form. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused'
  constructor(
    readonly reason: RefusalReason,
    readonly field: string | null = null,
    readonly problem: Problem | null = null,
  ) {
    super(`refused: ${reason}${problem ? ` (${field}: ${problem})` : ''}`)
  }
}
