import { endDueApiKeys } from '../flows/api-keys/key-endings.ts'
import { Delivery } from '../flows/delivery/worker.ts'
import { reviewDirectories, sweepDirectories, warnOfDirectoryTokens } from '../flows/directory/review.ts'
import { endDueImpersonations } from '../flows/identity/impersonations.ts'
import { queueNotedLogouts } from '../flows/identity/sign-out.ts'
import { noteEvery, ProcessPresence } from '../flows/management/server/processes.ts'
import { checkDueDomains } from '../flows/organizations/domains/domain-checks.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { SigningKeys } from '../flows/platform/keys/signing-keys.ts'
import { PeopleIndex } from '../flows/platform/people-index.ts'
import { Sweeper } from '../flows/platform/sweep.ts'
import { RepeatedTask } from './repeated-task.ts'
import { WebhookLanes } from './webhook-lanes.ts'

/** Milliseconds. */
const sweepEvery = 30_000
/** The first request that needs Prisma would wait for it; the requests that wait for this process come first. */
const preparePrismaAfter = 200
const noteProcessAfter = 2000
const removeTimeout = 1000

/** What a server does besides answering requests: delivery, webhooks, domain checks, key rotation, sweeping. */
export class BackgroundWork {
  readonly #deps: Deps
  readonly #delivery: Delivery
  readonly #webhooks: WebhookLanes
  readonly #presence: ProcessPresence
  readonly #tasks: readonly { task: RepeatedTask; woken: boolean }[]
  #timers: NodeJS.Timeout[] = []

  constructor(deps: Deps) {
    this.#deps = deps
    this.#delivery = new Delivery(deps, this.#report('delivery'))
    this.#webhooks = new WebhookLanes(deps, this.#report('calling webhooks'))
    this.#presence = new ProcessPresence(deps)
    const index = new PeopleIndex(deps)
    const task = (name: string, pause: number, work: () => Promise<number>) =>
      new RepeatedTask(work, pause, this.#report(name))
    this.#tasks = [
      { woken: true, task: task('queueing logout tokens', 2000, () => queueNotedLogouts(deps)) },
      { woken: false, task: task('reading changed clients', 2000, () => deps.clients.refresh()) },
      { woken: false, task: task('reading changed resources', 2000, () => deps.resources.refresh()) },
      { woken: false, task: task('reading changed fields', 2000, () => deps.fields.refresh()) },
      { woken: false, task: task('reading changed permissions', 2000, () => deps.permissions.refresh()) },
      ...(deps.clientRules.needed
        ? [{ woken: false, task: task('reading changed client rules', 2000, () => deps.clientRules.refresh()) }]
        : []),
      ...(deps.config.impersonation === 'off'
        ? []
        : [{ woken: false, task: task('ending impersonations', 5000, () => endDueImpersonations(deps)) }]),
      { woken: false, task: task('checking domains', 60_000, () => checkDueDomains(deps)) },
      { woken: false, task: task('ending API keys', 600_000, () => endDueApiKeys(deps).then(() => 0)) },
      // Also with SCIM=off: what a directory wrote before is kept for 30 days.
      { woken: false, task: task('removing directories', 60_000, () => sweepDirectories(deps, 500)) },
      ...(deps.config.scim
        ? [
            { woken: true, task: task('looking at directories', 5000, () => reviewDirectories(deps)) },
            { woken: false, task: task('warning of tokens', 600_000, () => warnOfDirectoryTokens(deps).then(() => 0)) },
          ]
        : []),
      { woken: false, task: task('indexing people', PeopleIndex.stepEvery, () => index.step()) },
    ]
  }

  begin(): void {
    const { db, keys } = this.#deps
    const sweeper = new Sweeper(this.#deps)
    const note = () => this.#presence.note().catch(this.#report('noting this process'))
    this.#delivery.begin()
    this.#webhooks.begin()
    for (const { task } of this.#tasks) task.begin()
    this.#timers = [
      setTimeout(() => db.preparePrisma().catch(() => {}), preparePrismaAfter),
      setTimeout(note, noteProcessAfter),
      setInterval(note, noteEvery),
      setInterval(() => keys.maintain().catch(this.#report('maintaining keys')), SigningKeys.refreshEvery),
      setInterval(() => sweeper.sweep().catch(this.#report('sweeping')), sweepEvery),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Something was queued: delivery need not wait for its next turn. */
  wake(): void {
    this.#delivery.wake()
    this.#webhooks.wake()
    for (const { task, woken } of this.#tasks) if (woken) task.wake()
  }

  /** For a command, which ends soon: delivers what is queued, for at most `timeout` milliseconds. */
  async deliver(timeout: number): Promise<void> {
    while ((await queueNotedLogouts(this.#deps)) > 0);
    await this.#delivery.deliverFor(timeout)
  }

  /** Resolves when everything that had begun is finished. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#delivery.end()
    await this.#webhooks.end()
    for (const { task } of this.#tasks) await task.end()
    // A database that is away does not hold up the end: the row is removed by another process.
    const removed = this.#presence.end().catch(this.#report('removing this process'))
    await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, removeTimeout).unref())])
  }

  #report(name: string) {
    return (error: unknown) => {
      const { health, log } = this.#deps
      if (!health.report(error)) log.error({ err: error }, `${name} failed`)
    }
  }
}
