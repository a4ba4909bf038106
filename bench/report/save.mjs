// What a run has measured: printed, kept in docs/performance as JSON and a picture, and as the tables of docs/performance.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { picture } from './picture.mjs'
import { fillTables, readResults } from './tables.mjs'

const folder = join(import.meta.dirname, '../../docs/performance')
const page = `${folder}.md`

export function print(name, results) {
  console.log(name)
  console.table(results)
}

/** Writes results, and the tables that are made from them. */
export function save(name, results) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, fillTables(readFileSync(page, 'utf8'), readResults(folder)))
}

/** Parts that were not measured stay as they were. */
export function saveSpeed({ workloads = {}, date, rounds, seconds, machine, inFlight, versions = {}, ...parts }) {
  const file = join(folder, 'speed.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const measured = Object.entries(workloads).map(([name, results]) => [name, { date, rounds, seconds, results }])
  const inOrder = (rows) => Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const speed = {
    ...before,
    machine,
    inFlight,
    versions: { ...before.versions, ...versions },
    workloads: inOrder({ ...before.workloads, ...Object.fromEntries(measured) }),
    ...parts,
  }
  save('speed', speed)
  writeFileSync(join(folder, 'speed.svg'), picture(speed))
}
