// A share of a core for a process, by a control group (cgroups(7), version 1 or 2). It needs root.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const base = '/sys/fs/cgroup'
const periodMicros = 10_000

/** Returns what lifts it. Throws where a process may not be throttled. */
export function throttle(pid, share) {
  const first = existsSync(join(base, 'cpu/cgroup.procs'))
  const folder = join(base, first ? 'cpu' : '.', `vestibule-bench-${pid}`)
  const quota = Math.round(periodMicros * share)
  mkdirSync(folder)
  if (first) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodMicros))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
  } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicros}`)
  writeFileSync(join(folder, 'cgroup.procs'), String(pid))
  return () => {
    writeFileSync(join(folder, '..', 'cgroup.procs'), String(pid))
    rmdirSync(folder)
  }
}
