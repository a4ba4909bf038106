import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. Only what never comes is waited for this long, on a slow machine with company too. */
const defaultTimeout = 40_000

/**
 * Asks until there is an answer. A test itself says `expect.poll`: this is for what also runs outside of tests. `problem`
 * says what there is instead.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  problem: () => string,
  timeout = defaultTimeout,
): Promise<NonNullable<T>> {
  const end = performance.now() + timeout
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(problem())
    await sleep(20)
  }
}
