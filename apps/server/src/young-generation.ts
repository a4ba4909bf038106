import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes of the two halves together. */
const limit = 2 * 16 * 1024 * 1024

/**
 * Limits V8's young generation as `--max-semi-space-size=16` does, however the process was started. By itself it grows to
 * four times as much under load, which takes a hundred megabytes more and is no faster. That option is read when a process
 * starts, and this factor each time that the young generation grows.
 */
export function limitYoungGeneration(): void {
  let grows = true
  new PerformanceObserver(() => {
    const size = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
    if (grows === size < limit) return
    grows = size < limit
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`)
  }).observe({ entryTypes: ['gc'] })
}
