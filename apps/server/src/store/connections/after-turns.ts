/** Runs `work` after so many turns of the event loop, in which others may join it. */
export function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, work) : work()))
}
