/**
 * Keeps a story within the default limits as its people would: by waiting, on the clock of the test. They are
 * LIMIT_PER_NETWORK=60/1m and LIMIT_MAIL_PER_ADDRESS=1/30s,5/1h,10/1d.
 */
export class LimitKeeper {
  readonly #attempts: number[] = []
  readonly #mails = new Map<string, number[]>()

  constructor(private readonly clock: { now(): Date; pass(ms: number): void }) {}

  /** Before a form is sent that signs in or has a code mailed: it has to be allowed by then. */
  beforePost(path: string, fields: URLSearchParams): void {
    if (!path.includes('/sign-in/') && !fields.has('email')) return
    this.#keep(this.#attempts, 50, 60_000)
    this.#attempts.push(this.clock.now().getTime())
    const address = fields.get('email')?.trim().toLowerCase()
    if (!address) return
    const mails = this.#mails.get(address) ?? []
    this.#mails.set(address, mails)
    this.#keep(mails, 10, 24 * 60 * 60_000)
    this.#keep(mails, 5, 60 * 60_000)
    this.#keep(mails, 1, 30_000)
    mails.push(this.clock.now().getTime())
  }

  /** Waits until fewer than `count` of these lie in the window before now. */
  #keep(times: readonly number[], count: number, window: number): void {
    const oldest = times.at(-count)
    if (oldest === undefined) return
    const wait = oldest + window + 1000 - this.clock.now().getTime()
    if (wait > 0) this.clock.pass(wait)
  }
}
