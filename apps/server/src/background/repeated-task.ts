/**
 * Runs `work` when woken and every `pause` milliseconds, one run at a time. It runs again at once while it reports that it
 * did something.
 */
export class RepeatedTask {
  #open = false
  #running: Promise<void> | null = null
  #again = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly work: () => Promise<number>,
    private readonly pause: number,
    private readonly report: (error: unknown) => void,
  ) {}

  begin(): void {
    this.#open = true
    this.#timer = setInterval(() => this.wake(), this.pause).unref()
    this.wake()
  }

  wake(): void {
    this.#again = true
    if (this.#open) this.#running ??= this.#run()
  }

  /** Resolves when the current run has ended. */
  async end(): Promise<void> {
    this.#open = false
    clearInterval(this.#timer)
    this.#again = false
    await this.#running
  }

  async #run(): Promise<void> {
    do {
      this.#again = false
      try {
        while ((await this.work()) > 0);
      } catch (error) {
        this.report(error)
      }
    } while (this.#again)
    this.#running = null
  }
}
