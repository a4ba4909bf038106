import { newId } from '../../../crypto/random.ts'
import {
  findProcesses,
  noteProcess,
  removeProcesses,
  type ServerProcess,
} from '../../../store/prisma/server-processes.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute, second } from '../../platform/durations.ts'

type ProcessDeps = Pick<Deps, 'db' | 'now' | 'version'>

/** Milliseconds between two signs of life. */
export const noteEvery = 30 * second
/** A process that was not seen for so long is taken for dead, and its row is removed after an hour. */
const goneAfter = 90 * second
const removedAfter = 60 * minute

/** This process, as the console shows it. */
export class ProcessPresence {
  readonly #id: string
  readonly #startedAt: Date
  #noted = false

  constructor(private readonly deps: ProcessDeps) {
    this.#startedAt = deps.now()
    this.#id = newId(this.#startedAt)
  }

  /** Says that this process is there. */
  async note(): Promise<void> {
    const { db, now, version } = this.deps
    const seenAt = now()
    this.#noted = true
    await noteProcess(db, { id: this.#id, version, startedAt: this.#startedAt, seenAt })
    await removeProcesses(db, null, new Date(seenAt.getTime() - removedAfter))
  }

  /** The process ends. One that never served, such as a command, has nothing to take back. */
  async end(): Promise<void> {
    if (!this.#noted) return
    await removeProcesses(this.deps.db, this.#id, new Date(this.deps.now().getTime() - removedAfter))
  }
}

/** The processes that serve on this database. */
export const listProcesses = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<ServerProcess[]> =>
  findProcesses(db, new Date(now().getTime() - goneAfter))
