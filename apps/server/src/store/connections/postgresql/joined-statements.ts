import { type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlValue } from '../sql.ts'

/** One run of a statement, which waits to be sent. */
export interface Run {
  readonly statement: Statement
  readonly values: readonly SqlValue[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/**
 * Sorts a batch into what is sent as one statement: the runs of a frequent statement, but never two that write the same row,
 * because one statement can change it only once. Every other run is a statement of its own.
 */
export function joinRuns(batch: readonly Run[]): Run[][] {
  const joined: Run[][] = []
  const growing = new Map<Statement, Run[]>()
  for (const run of batch) {
    const runs = growing.get(run.statement)
    if (runs && !writesSameRow(run, runs)) runs.push(run)
    else {
      const begun = [run]
      joined.push(begun)
      if (typeof run.statement !== 'string') growing.set(run.statement, begun)
    }
  }
  return joined
}

function writesSameRow({ statement, values }: Run, others: readonly Run[]): boolean {
  if (typeof statement === 'string' || statement.kind === 'read') return false
  return others.some((other) => other.values[statement.row] === values[statement.row])
}

/** The text and the values of one statement for runs that were joined. */
export function joinedQuery(runs: readonly Run[]): [text: string, values: readonly SqlValue[]] {
  const { statement, values } = runs[0] as Run
  if (runs.length === 1 || typeof statement === 'string') return [textOf(statement), values]
  const { many, parameters } = statement
  return [many, [JSON.stringify(runs.map((run, index) => toObject(parameters, run.values, index)))]]
}

function toObject(names: readonly string[], values: readonly SqlValue[], index: number): Record<string, unknown> {
  const object: Record<string, unknown> = { index }
  for (const [at, name] of names.entries()) object[name] = values[at]
  return object
}

/** Gives each of the joined runs its rows. */
export function resolveRuns(runs: readonly Run[], rows: Row[]): void {
  const rowsOf: Row[][] = runs.map(() => [])
  for (const row of rows) rowsOf[runs.length === 1 ? 0 : (row.index as number)]?.push(row)
  for (const [index, { resolve }] of runs.entries()) resolve(rowsOf[index] ?? [])
}
