import { nextChangeNumber } from '../../store/beyond-prisma/change-numbers.ts'
import { sweepWebhookAttempts } from '../../store/beyond-prisma/delivery/webhook-attempts.ts'
import { sweepDeliveries } from '../../store/beyond-prisma/delivery/webhook-deliveries.ts'
import { sweepFederationAttempts } from '../../store/beyond-prisma/federation/federation-attempts.ts'
import { sweepBypasses } from '../../store/beyond-prisma/organizations/sso-bypasses.ts'
import { sweepAttempts, sweepDailyCounts } from '../../store/beyond-prisma/sign-in-log.ts'
import { type SweptTable, sweepAudit, sweepSome, sweptAtOnce, sweptTables } from '../../store/beyond-prisma/sweep.ts'
import { findDueClients, updateClient } from '../../store/prisma/clients/clients.ts'
import { sweepImpersonations } from '../../store/prisma/impersonations.ts'
import { deleteDueOrganizations } from '../../store/prisma/organizations/organizations.ts'
import { inTransaction, system } from './audit.ts'
import { sweepRegistrations } from './clients/registration-sweep.ts'
import type { Deps } from './deps.ts'
import { day } from './durations.ts'
import { RemovedFields } from './fields/removed-fields.ts'

/** Rows examined per statement: other writes wait for as long as it runs. */
const batchSize = 500
/** Milliseconds that one table is swept at a time: while it is only examined, and while many of its rows are deleted. */
const examineFor = 50
const deleteFor = 1000
/** Expired rows stay for a day, but for those of `sweptAtOnce`: a second use of a code is still recognized long after the first. */
const retentionAfterExpiry = day
/** How long the numbers of sign-ins by day are kept: they name nobody. */
const dailyCountRetention = 400 * day

/** How long it is known why a sign-in at an identity provider failed. */
const federationRetention = 7 * day

/** How long it is known what webhook endpoints answered. */
const webhookRetention = 30 * day

/** Deletes expired rows. Replicas may sweep at the same time. */
export class Sweeper {
  readonly #deps: Pick<Deps, 'db' | 'now' | 'config' | 'fields' | 'webhookEndpoints'>
  /** Where the next sweep of each table continues. */
  readonly #cursors = new Map<SweptTable, string>()
  readonly #removedFields: RemovedFields
  #nextRegistered = ''

  constructor(deps: Pick<Deps, 'db' | 'now' | 'config' | 'fields' | 'webhookEndpoints'>) {
    this.#deps = deps
    this.#removedFields = new RemovedFields(deps)
  }

  /** Sweeps some batches of every table. A table of which much was deleted is swept for longer, so none outgrows it. */
  async sweep(): Promise<void> {
    const { db, now, config } = this.#deps
    const expiredBefore = new Date(now().getTime() - retentionAfterExpiry)
    for (const table of sweptTables)
      await inBatches(async () => {
        const { next, seen, deleted } = await sweepSome(
          db,
          table,
          this.#cursors.get(table) ?? '',
          sweptAtOnce.has(table) ? now() : expiredBefore,
          batchSize,
        )
        this.#cursors.set(table, next ?? '')
        return { ended: next === null, much: deleted > seen / 4 }
      })
    await deleteDueOrganizations(db, now())
    await removeDueClients(this.#deps)
    await inBatches(async () => ({ ended: !(await this.#removedFields.sweep(batchSize)), much: true }))
    this.#nextRegistered = await sweepRegistrations(this.#deps, this.#nextRegistered, batchSize)
    const before = (seconds: number) => new Date(now().getTime() - seconds * 1000)
    await this.#sweepOlder(sweepAudit, before(config.auditRetention))
    await this.#sweepOlder(sweepImpersonations, before(config.auditRetention))
    await this.#sweepOlder(sweepAttempts, before(config.signInLogRetention))
    await this.#sweepOlder(sweepFederationAttempts, new Date(now().getTime() - federationRetention))
    await this.#sweepOlder(sweepBypasses, expiredBefore)
    await this.#sweepOlder(sweepDeliveries, new Date(now().getTime() - webhookRetention))
    await this.#sweepOlder(sweepWebhookAttempts, new Date(now().getTime() - webhookRetention))
    await sweepDailyCounts(db, new Date(now().getTime() - dailyCountRetention).toISOString().slice(0, 10))
  }

  #sweepOlder(
    sweepRows: (db: Deps['db'], before: Date, limit: number) => Promise<number>,
    before: Date,
  ): Promise<void> {
    return inBatches(async () => {
      const deleted = await sweepRows(this.#deps.db, before, batchSize)
      return { ended: deleted < batchSize, much: true }
    })
  }
}

async function inBatches(sweepBatch: () => Promise<{ ended: boolean; much: boolean }>): Promise<void> {
  const started = performance.now()
  for (;;) {
    const { ended, much } = await sweepBatch()
    if (ended || performance.now() - started > (much ? deleteFor : examineFor)) return
  }
}

/** Clients that are removed in one transaction. */
const batch = 50

/**
 * Removes deleted clients whose time to bring them back has passed. What they were is erased; the id stays taken
 * (prisma/models.prisma).
 */
export async function removeDueClients(deps: Pick<Deps, 'db' | 'now' | 'webhookEndpoints'>): Promise<void> {
  const now = deps.now()
  // Almost always there is none, and then nothing is written.
  if ((await findDueClients(deps.db, now, 1)).length === 0) return
  await inTransaction(deps, async (tx) => {
    await nextChangeNumber(tx, 'client')
    for (const id of await findDueClients(tx, now, batch)) {
      await updateClient(tx, id, {
        metadata: null,
        secretDigest: null,
        nextSecretDigest: null,
        deleteAfter: null,
        changeNumber: await nextChangeNumber(tx, 'client'),
      })
      await tx.record(system, { action: 'client.removed', target: ['client', id] })
    }
  })
}
