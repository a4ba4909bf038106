import { OperationRefused, type Problem } from '../operation-refused.ts'
import type { ValueFault } from './values.ts'

export type FieldFaultCode = 'unknown' | ValueFault | 'taken' | 'not-writable' | 'not-searchable' | 'required'

/** What pages say of each. */
const problems: Record<Exclude<FieldFaultCode, 'not-writable'>, Problem> = {
  unknown: 'not-available',
  type: 'invalid-value',
  'too-long': 'too-long',
  'not-allowed': 'invalid-value',
  taken: 'taken',
  'not-searchable': 'not-available',
  required: 'required',
}

/** A value of a field was refused, and nothing was changed. */
export class FieldRefused extends OperationRefused {
  constructor(
    readonly key: string,
    readonly fault: FieldFaultCode,
  ) {
    super(
      fault === 'not-writable' ? 'forbidden' : 'invalid',
      `fields.${key.slice(0, 40)}`,
      fault === 'not-writable' ? null : problems[fault],
    )
  }
}

export const isFieldRefused = (error: unknown): error is FieldRefused => error instanceof FieldRefused
