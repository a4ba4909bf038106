import fs from 'node:fs'

/** fdatasync(2), outside the event loop. */
type Fdatasync = (descriptor: number, done: (error: Error | null) => void) => void

/** Stand-ins for a test. */
export interface DiskOptions {
  fdatasync?: Fdatasync
  /** What happens when the disk did not accept a commit. Default: it is thrown, and so ends the process. */
  onFailure?: (error: DiskFailure) => void
}

/** The disk did not accept a commit. Only the next start can tell how much of it is there. */
export class DiskFailure extends Error {
  override readonly name = 'DiskFailure'
  constructor(cause: Error) {
    super(
      `the disk did not take a commit (${cause.message}); this process ends, because it can't know what is stored`,
      {
        cause,
      },
    )
  }
}

/**
 * The file that SQLite appends its commits to (`<database>-wal`), and when they are on disk. With `synchronous=NORMAL`,
 * COMMIT writes to it and leaves forcing it to the disk to us: in a thread, so that the event loop answers others
 * meanwhile (docs/decisions/0015).
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #fdatasync: Fdatasync
  readonly #onFailure: (error: DiskFailure) => void
  #descriptor: number | null = null
  #failure: DiskFailure | null = null

  constructor(database: string, { fdatasync = fs.fdatasync, onFailure = endProcess }: DiskOptions) {
    this.#file = `${database}-wal`
    this.#fdatasync = fdatasync
    this.#onFailure = onFailure
  }

  /**
   * Resolves when everything that was committed before is on disk. After one failure it never resolves again: the kernel
   * reports an error once, and takes the pages that it could not write for written.
   */
  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      // SQLite has locks on the database and on `-shm`, none on this file: closing it later releases none.
      this.#descriptor ??= fs.openSync(this.#file, 'r+')
      this.#fdatasync(this.#descriptor, (cause) => {
        if (!cause) return resolve()
        this.#failure = new DiskFailure(cause)
        this.#onFailure(this.#failure)
        reject(this.#failure)
      })
    })
  }

  close(): void {
    if (this.#descriptor !== null) fs.closeSync(this.#descriptor)
    this.#descriptor = null
  }
}

/** Thrown in the callback of the system call, so that no promise handler runs any more and nothing is answered. */
function endProcess(error: DiskFailure): never {
  throw error
}
