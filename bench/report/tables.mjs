// The tables of docs/performance.md, made from docs/performance/*.json and put between `<!-- table: name -->` and
// `<!-- end of table -->`. A test compares them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aims } from './aims.mjs'
import { contestants } from './contestants.mjs'

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')).join('\n')
const whole = (value) => Math.round(value).toLocaleString('en-US')

/** A column for each server that has been measured. */
const measured = (speed) =>
  Object.keys(contestants).filter((id) => Object.values(speed.workloads).some(({ results }) => results[id]))

const workloadTable = (speed, cell) => {
  const ids = measured(speed)
  return table(
    ['', ...ids.map((id) => contestants[id])],
    Object.entries(speed.workloads).map(([name, { results }]) => [
      name,
      ...ids.map((id) => (!results[id] ? '' : results[id].failed ? 'failed' : cell(results[id]))),
    ]),
  )
}

/** Which runs the figures are from. */
function runs({ workloads, machine, inFlight, versions }) {
  const groups = Map.groupBy(
    Object.entries(workloads),
    ([, { date, rounds, seconds }]) => `${date}, medians of ${rounds} rounds of ${seconds} s`,
  )
  const dates = [...groups].map(([text, rows]) =>
    groups.size > 1 ? `${rows.map(([name]) => name.slice(0, 2)).join(', ')}: ${text}` : text,
  )
  const peers = Object.entries(versions).filter(([id]) => !id.startsWith('vestibule') && id !== 'oidc-provider-sqlite')
  const named = peers.map(([id, version]) => `${contestants[id].split(',')[0]} ${version}`)
  return [
    `Measured on ${dates.join('; ')}, with ${inFlight} requests in flight. ${machine.cores} virtual cores (${machine.processor}),`,
    `Node ${machine.node.slice(1)}, ${named.join(', ')}. Per second, one of these cores makes ${whole(machine.signatures)} ES256`,
    `signatures, ${whole(machine.commits)} durable commits of one row, or ${whole(machine.rows)} rows in commits of sixteen.`,
  ].join('\n')
}

const rateAndCost = ({ rate, cpu }) => `${whole(rate)} (${whole(cpu)})`
const ratio = (one, other) => `${(one / other).toFixed(2)} ×`

const workersTable =
  (database) =>
  ({ speed }) =>
    table(
      [
        ...['', 'one process', 'two', 'rate', 'CPU of an operation', 'p99 of one, ms', 'p99 of two, ms'],
        ...(database === 'sqlite' ? ['two with a file each', 'rate'] : []),
      ],
      Object.entries(speed.workers[database]).map(([name, { single, double, apart }]) => [
        ...[name, rateAndCost(single), rateAndCost(double), ratio(double.rate, single.rate)],
        ...[ratio(double.cpu, single.cpu), single.p99, double.p99],
        ...(apart ? [rateAndCost(apart), ratio(apart.rate, single.rate)] : []),
      ]),
    )

/** What a refusal, or a server that could not take part, said. */
const failures = ({ speed }) => {
  const wrong = Object.entries(speed.workloads).flatMap(([name, { results }]) =>
    Object.entries(results).flatMap(([id, { failed }]) => (failed ? [[contestants[id], name, failed]] : [])),
  )
  return wrong.length > 0
    ? table(['not measured', 'workload', 'reason'], wrong)
    : 'Every server took part in everything.'
}

const startsTable = ({ speed }) => {
  const ids = Object.keys(contestants).filter((id) => speed.starts[id])
  const flows = Object.entries(speed.workloads).find(([name]) => name.startsWith('W6'))?.[1].results ?? {}
  return table(
    ['', ...ids.map((id) => contestants[id])],
    [
      ['start to first 200, ms', ...ids.map((id) => whole(speed.starts[id].startMs))],
      ['starts', ...ids.map((id) => speed.starts[id].starts)],
      ['memory, idle, MB', ...ids.map((id) => speed.starts[id].idle)],
      ['memory after W6, MB', ...ids.map((id) => flows[id]?.memory ?? '')],
    ],
  )
}

const pagesTable = ({ speed }) =>
  table(
    ['sign-in page', 'requests', 'bytes on the wire'],
    Object.entries(speed.pages).map(([id, { requests, bytes }]) => [contestants[id], requests, whole(bytes)]),
  )

const scaleTable = ({ scale }) => {
  const [few, many] = scale.people.map(whole)
  return table(
    ['workload', `p50 of ${few}`, `p50 of ${many}`, 'more, %', `p99 of ${few}`, `p99 of ${many}`],
    scale.rows
      .filter(({ workload }) => !workload.startsWith('console'))
      .map((row) =>
        ['workload', 'few: p50 ms', 'many: p50 ms', 'more %', 'few: p99 ms', 'many: p99 ms'].map((key) => row[key]),
      ),
  )
}

const memoryTable = ({ memory }) =>
  table(
    ['code flows', ...memory.steps.map(({ flows }) => whole(flows))],
    [
      ['MB', ...memory.steps.map(({ megabytes }) => megabytes)],
      ['a second', ...memory.steps.map(({ rate }) => whole(rate))],
    ],
  )

const requestsTable = ({ requests }) =>
  table(
    ['request', 'bytes', 'ms of CPU, the worst text'],
    requests.results.map(({ request, bytes, milliseconds }) => [request, whole(bytes), milliseconds]),
  )

const aimsTable = (results) =>
  table(
    ['aim', '', 'measured', ''],
    aims.map(({ what, judge }) => {
      const verdict = judge(results)
      return verdict
        ? [what, verdict.aim, verdict.measured, verdict.met ? 'met' : '**missed**']
        : [what, '', 'not measured', '']
    }),
  )

const tables = {
  speed: ({ speed }) => workloadTable(speed, rateAndCost),
  latency: ({ speed }) => workloadTable(speed, ({ p50, p99 }) => `${p50} / ${p99}`),
  runs: ({ speed }) => runs(speed),
  failures,
  'workers-sqlite': workersTable('sqlite'),
  'workers-postgresql': workersTable('postgresql'),
  starts: startsTable,
  pages: pagesTable,
  session: ({ session }) => table(Object.keys(session.micros), [Object.values(session.micros)]),
  scale: scaleTable,
  memory: memoryTable,
  requests: requestsTable,
  aims: aimsTable,
}

/** Every JSON file of the folder, by its name. */
export const readResults = (folder) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )

const make = (name, results) => {
  if (!tables[name]) throw new Error(`docs/performance.md: no table is called ${name}`)
  try {
    return tables[name](results)
  } catch (error) {
    // A part that no run has measured yet.
    if (error instanceof TypeError) return 'Not measured.'
    throw error
  }
}

/** The page with its tables made anew. */
export const fillTables = (text, results) =>
  text.replace(
    /(<!-- table: ([\w-]+) -->\n).*?(\n<!-- end of table -->)/gs,
    (_, start, name, end) => `${start}\n${make(name, results)}\n${end}`,
  )
