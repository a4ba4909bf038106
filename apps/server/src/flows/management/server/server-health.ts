import { type QueueState, queueState } from '../../../store/beyond-prisma/queue.ts'
import { appliedMigrations, databaseTime, ping } from '../../../store/connections/sql.ts'
import type { Deps } from '../../platform/deps.ts'
import { diagnose, type Finding } from './diagnosis.ts'
import { listProcesses } from './processes.ts'

/** What the server runs on, and how that does. */
export interface ServerHealth {
  version: string
  database: { kind: 'sqlite' | 'postgresql'; milliseconds: number }
  migrations: readonly string[]
  /** How far the clock of the database is from ours, in milliseconds. Null for SQLite, which has no clock of its own. */
  clockDifference: number | null
  queue: readonly QueueState[]
  /** The processes that serve on this database, this one among them. */
  processes: readonly { id: string; version: string; startedAt: Date }[]
  /** What `doctor` finds. */
  findings: readonly Finding[]
}

/** Asks the database, and whatever the configuration names. It may take some seconds where something does not answer. */
export async function checkHealth(deps: Deps): Promise<ServerHealth> {
  const { config, db, now, version } = deps
  const begun = performance.now()
  await ping(db)
  const milliseconds = Math.round(performance.now() - begun)
  const [migrations, queue, processes, findings, time] = await Promise.all([
    appliedMigrations(db),
    queueState(db),
    listProcesses(deps),
    diagnose(config),
    config.database.kind === 'postgresql' ? databaseTime(db) : null,
  ])
  return {
    version,
    database: { kind: config.database.kind, milliseconds },
    migrations,
    clockDifference: time && Math.abs(time.getTime() - now().getTime()),
    queue,
    processes,
    findings,
  }
}
