import type { FieldOwner } from '../../../oidc/fields/field.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { deleteSomeValues, findField, putField } from '../../../store/beyond-prisma/fields.ts'
import { type AuditedTransaction, inTransaction, system } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { day } from '../durations.ts'
import type { FieldRecord } from './field-directory.ts'

/** How long a removed field can be declared again, with its values. */
const keptFor = 30 * day

type SweepDeps = Pick<Deps, 'db' | 'now' | 'fields' | 'webhookEndpoints'>

/** Deletes the values of fields whose time has passed, batch by batch. Replicas may do so at the same time. */
export class RemovedFields {
  readonly #deps: SweepDeps
  /** Where the next batch of each field continues. */
  readonly #cursors = new Map<string, readonly [string, string]>()

  constructor(deps: SweepDeps) {
    this.#deps = deps
  }

  /** Deletes a batch of each. False once nothing is left to do. */
  async sweep(limit: number): Promise<boolean> {
    const { fields, now } = this.#deps
    const before = now().getTime() - keptFor
    const due = fields
      .deprecated()
      .filter(({ deprecatedAt }) => deprecatedAt !== null && deprecatedAt.getTime() < before)
    for (const record of due) await this.#sweepField(record, limit)
    return due.length > 0
  }

  async #sweepField(record: FieldRecord, limit: number): Promise<void> {
    const { id } = record
    const next = await inTransaction(this.#deps, (tx) => this.#deleteBatch(tx, record, limit))
    if (next) {
      this.#cursors.set(id, next)
      return
    }
    this.#cursors.delete(id)
    await this.#deps.fields.refresh()
  }

  /** Declarations wait for it: none comes between a value and what it is found by. Returns where to go on; null at the end. */
  async #deleteBatch(tx: AuditedTransaction, { id, changeNumber: known }: FieldRecord, limit: number) {
    const changeNumber = await nextChangeNumber(tx, 'field')
    const record = await findField(tx, id)
    // Another process was first, or it was declared again.
    if (record?.changeNumber !== known) return tx.takeBack(null)
    const [of, key = ''] = id.split('.') as [FieldOwner, string]
    const next = await deleteSomeValues(tx, { of, key, fieldId: id }, this.#cursors.get(id) ?? ['', ''], limit)
    if (next) {
      tx.commitWithoutEvent('batch')
      return next
    }
    await putField(tx, { ...record, settings: null, changeNumber })
    await tx.record(system, { action: 'field.removed', target: ['field', id] })
    return null
  }
}
