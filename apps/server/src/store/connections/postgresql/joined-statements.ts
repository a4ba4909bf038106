import { type FrequentStatement, type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlValue } from '../sql.ts'

/** A run of a statement that waits to be sent. */
export interface Waiting {
  statement: Statement
  values: readonly SqlValue[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** What is sent as one statement: one run, or several of the same. */
export interface JoinedStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly waiting: readonly Waiting[]
}

/**
 * Joins the runs of frequent statements: with sixteen in flight, most of what PostgreSQL does for a statement, and `pg`
 * for its messages, does not depend on how many rows it is for (docs/decisions/0017).
 */
export class JoinedStatements {
  readonly #texts = new Map<FrequentStatement, string>()

  join(batch: readonly Waiting[]): JoinedStatement[] {
    return groupsOf(batch).map((waiting) => {
      const [{ statement, values }] = waiting as [Waiting]
      return waiting.length === 1 || typeof statement === 'string'
        ? { text: textOf(statement), values, waiting }
        : { text: this.#textFor(statement), values: [runsOf(waiting)], waiting }
    })
  }

  #textFor(statement: FrequentStatement): string {
    let text = this.#texts.get(statement)
    if (!text) {
      text = joinedText(statement)
      this.#texts.set(statement, text)
    }
    return text
  }
}

/** Runs that may be joined. Never two that write the same row, because one statement can change it only once. */
function groupsOf(batch: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = []
  const open = new Map<Statement, Waiting[]>()
  for (const run of batch) {
    const group = open.get(run.statement)
    if (group && (isRead(run.statement) || group.every(({ values }) => values[0] !== run.values[0]))) group.push(run)
    else {
      const another = [run]
      groups.push(another)
      if (typeof run.statement !== 'string') open.set(run.statement, another)
    }
  }
  return groups
}

/** The rows of each run, in the order of `waiting`. */
export function splitRows({ waiting }: JoinedStatement, rows: Row[]): Row[][] {
  const [{ statement }] = waiting as [Waiting]
  if (waiting.length === 1) return [rows]
  const split: Row[][] = waiting.map(() => [])
  if (isRead(statement)) for (const row of rows) split[Number(row.run) - 1]?.push(row)
  else for (const row of rows) split[waiting.findIndex(({ values }) => values[0] === row.id)]?.push(row)
  return split
}

const isRead = (statement: Statement): boolean => /^\s*SELECT\b/.test(textOf(statement))

/** The parameters of each run, as PostgreSQL reads them. */
function runsOf(waiting: readonly Waiting[]): string {
  return JSON.stringify(
    waiting.map(({ values }) => {
      const run: Record<string, SqlValue> = {}
      for (const [at, value] of values.entries()) run[`p${at + 1}`] = value
      return run
    }),
  )
}

/**
 * The statement for all rows of `runs`. PostgreSQL does not look into the JSON when it plans, so it keeps the plan. A read
 * is asked for each of them, by the plan it has alone (OFFSET 0), so that a large table is never read whole.
 */
function joinedText(statement: FrequentStatement): string {
  const { text, types } = statement
  const columns = types.map((type, at) => `p${at + 1} ${type}`).join(', ')
  const from = `FROM json_to_recordset($1) AS runs(${columns})`
  const ofRun = text.replaceAll(/\$(\d+)/g, 'runs.p$1')
  if (isRead(statement)) {
    const names = types.map((_, at) => `p${at + 1}`).join(', ')
    const numbered = `ROWS FROM (json_to_recordset($1) AS (${columns})) WITH ORDINALITY AS runs(${names}, run)`
    return `SELECT one.*, runs.run FROM ${numbered}, LATERAL (${ofRun} OFFSET 0) AS one`
  }
  if (/^\s*UPDATE\b/.test(text)) return ofRun.replace(/\sWHERE\s/, (where) => ` ${from}${where}`)
  return ofRun.replace(
    /\sVALUES \(([\s\S]*)\)(\s+ON CONFLICT)/,
    (_, values, rest) => ` SELECT ${values} ${from}${rest}`,
  )
}
