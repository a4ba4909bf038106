// What we aim at on one core, and what a run has measured. A ratio is the peer's CPU for an operation divided by ours.
const [sqlite, postgres] = ['vestibule-sqlite', 'vestibule-postgresql']
const peer = 'oidc-provider-memory'
const floor = 'bare-http'

const atLeast = (value, aim) => ({ aim: `≥ ${aim} ×`, measured: `${value.toFixed(2)} ×`, met: value >= aim })
const atMost = (value, aim, unit) => ({
  aim: `≤ ${aim} ${unit}`,
  measured: `${Number(value.toFixed(1))} ${unit}`,
  met: value <= aim,
})

/** The figures of a workload by its id, such as W4, or null where they are not measured. */
const resultOf = (speed, workload, id) => {
  const name = Object.keys(speed.workloads ?? {}).find((key) => key.startsWith(workload))
  const result = name && speed.workloads[name].results[id]
  return result && !result.failed ? result : null
}

const times = (workload, ours, other, aim) => ({
  what: `${workload}: ${nameOf[ours]} against ${nameOf[other]}`,
  judge: ({ speed }) => {
    const [own, others] = [resultOf(speed, workload, ours), resultOf(speed, workload, other)]
    return own && others ? atLeast(others.cpu / own.cpu, aim) : null
  },
})
const nearFloor = (workload, ours) => ({
  what: `${workload}: ${nameOf[ours]} above bare node:http`,
  judge: ({ speed }) => {
    const [own, bare] = [resultOf(speed, workload, ours), resultOf(speed, workload, floor)]
    return own && bare ? atMost(100 * (own.cpu / bare.cpu - 1), 15, '%') : null
  },
})
const cost = (workload, aim) => ({
  what: `${workload}: SQLite, CPU of an operation`,
  judge: ({ speed }) => {
    const own = resultOf(speed, workload, sqlite)
    return own ? atMost(own.cpu, aim, 'µs') : null
  },
})
const slowest = (workload) => ({
  what: `${workload}: the slowest percentile, SQLite against the fastest peer`,
  judge: ({ speed }) => {
    const own = resultOf(speed, workload, sqlite)
    const others = [peer, 'oidc-provider-sqlite', 'better-auth', 'keycloak'].flatMap(
      (id) => resultOf(speed, workload, id)?.p99 ?? [],
    )
    return own && others.length > 0 ? atMost(own.p99, Math.min(...others), 'ms') : null
  },
})
const twoWorkers = (database, workload, aim) => ({
  what: `${workload}: \`WORKERS=2\` against one process, ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL, throttled'}`,
  judge: ({ speed }) => {
    const name = Object.keys(speed.workers?.[database] ?? {}).find((key) => key.startsWith(workload))
    const pair = name && speed.workers[database][name]
    return pair ? atLeast(pair.double.rate / pair.single.rate, aim) : null
  },
})
const growth = (key, few, many, aim) => ({
  what: `growth: ${key} with as many people as measured`,
  judge: ({ scale }) => {
    const rows = (scale?.rows ?? []).filter(({ workload }) => !workload.startsWith('console'))
    const worst = Math.max(...rows.map((row) => 100 * (row[many] / row[few] - 1)))
    return rows.length > 0 ? atMost(worst, aim, '%') : null
  },
})
const started = (what, key, aim, unit) => ({
  what,
  judge: ({ speed }) => (speed.starts?.[sqlite] ? atMost(speed.starts[sqlite][key], aim, unit) : null),
})

const nameOf = {
  [sqlite]: 'SQLite',
  [postgres]: 'PostgreSQL',
  [peer]: 'oidc-provider in memory',
  'better-auth': 'better-auth',
  keycloak: 'Keycloak',
}

export const aims = [
  ...['W1', 'W2'].flatMap((workload) => [nearFloor(workload, sqlite), nearFloor(workload, postgres)]),
  times('W3', sqlite, peer, 2.5),
  times('W3', postgres, peer, 2.5),
  times('W4', sqlite, peer, 3.2),
  cost('W4', 17),
  times('W4', postgres, peer, 1),
  times('W5', sqlite, peer, 1.8),
  cost('W5', 70),
  times('W5', postgres, peer, 1),
  times('W6', sqlite, peer, 2.5),
  cost('W6', 160),
  times('W6', postgres, peer, 1.1),
  times('W7', sqlite, peer, 2.5),
  cost('W7', 21),
  times('W7', postgres, peer, 1.2),
  times('W4', sqlite, 'keycloak', 40),
  times('W4', postgres, 'keycloak', 15),
  times('W6', sqlite, 'keycloak', 20),
  times('W6', postgres, 'keycloak', 9),
  times('W6', sqlite, 'better-auth', 20),
  twoWorkers('sqlite', 'W3', 1.6),
  twoWorkers('sqlite', 'W6', 1.4),
  twoWorkers('postgresql', 'W6', 1.9),
  ...['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7'].map(slowest),
  started('first 200', 'startMs', 250, 'ms'),
  started('idle', 'idle', 110, 'MB'),
  growth('the median', 'few: p50 ms', 'many: p50 ms', 15),
  growth('the slowest percentile', 'few: p99 ms', 'many: p99 ms', 20),
  {
    what: 'memory after a million code flows',
    judge: ({ memory }) => (memory ? atMost(memory.steps.at(-1).megabytes, 300, 'MB') : null),
  },
]
