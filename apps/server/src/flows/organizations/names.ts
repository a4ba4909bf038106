import { cleanName } from '../platform/names.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

export function parseName(input: string, field: string): string {
  const cleaned = cleanName(input)
  if (!cleaned.ok) throw new OperationRefused('invalid', field, cleaned.problem)
  if (cleaned.name === '') throw new OperationRefused('invalid', field, 'required')
  return cleaned.name
}
