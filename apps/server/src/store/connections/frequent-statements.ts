/** The types of parameters by their names, in the order of their values. */
type Parameters = Readonly<Record<string, 'text' | 'timestamptz' | 'boolean' | 'integer'>>
/** How a form of a statement writes its parameters: `$1` in `single`, `run.name` in `many`. */
export type Written<Of extends Parameters> = Readonly<Record<keyof Of, string>>

/**
 * A statement that many requests run at the same time, in two forms that do the same (docs/decisions/0019).
 */
interface FrequentStatement {
  /** One run, on both databases. */
  readonly single: string
  /**
   * All runs of one turn of the event loop, on PostgreSQL. `$1` is a JSON array with an object for each run, which holds
   * its parameters by name and its `index`. Every row returns the `index` of its run.
   */
  readonly many: string
  readonly parameters: readonly string[]
}

export interface FrequentRead extends FrequentStatement {
  readonly kind: 'read'
}

/** Each run writes one row at most. */
export interface FrequentWrite extends FrequentStatement {
  readonly kind: 'write'
  /** Which parameter identifies the row, by its position. */
  readonly row: number
}

/** A statement by its text, with `$1` placeholders, or a frequent one. */
export type Statement = string | FrequentRead | FrequentWrite

export const textOf = (statement: Statement): string => (typeof statement === 'string' ? statement : statement.single)

const placeholders = <Of extends Parameters>(parameters: Of): Written<Of> =>
  Object.fromEntries(Object.keys(parameters).map((name, index) => [name, `$${index + 1}`])) as Written<Of>

const columns = <Of extends Parameters>(parameters: Of): Written<Of> =>
  Object.fromEntries(Object.keys(parameters).map((name) => [name, `run.${name}`])) as Written<Of>

/** PostgreSQL plans without looking into the JSON, so it keeps the plan. */
const runsOf = (parameters: Parameters): string => {
  const types = Object.entries(parameters).map(([name, type]) => `${name} ${type}`)
  return `json_to_recordset($1) AS run(index integer, ${types.join(', ')})`
}

/**
 * `select` is the SELECT of one run. OFFSET 0 makes PostgreSQL find the rows of each of many runs by the plan that it has
 * alone, so that it never reads a large table whole.
 */
export const frequentRead = <Of extends Parameters>(
  parameters: Of,
  select: (written: Written<Of>) => string,
): FrequentRead => ({
  kind: 'read',
  parameters: Object.keys(parameters),
  single: select(placeholders(parameters)),
  many: `SELECT found.*, run.index FROM ${runsOf(parameters)}, LATERAL (${select(columns(parameters))} OFFSET 0) AS found`,
})

/** `row` is the parameter that identifies the row which a run writes, and `runs` a table that has a row for each run. */
export function frequentWrite<Of extends Parameters>(
  parameters: Of,
  forms: {
    row: keyof Of & string
    single(written: Written<Of>): string
    many(written: Written<Of>, runs: string): string
  },
): FrequentWrite {
  const names = Object.keys(parameters)
  return {
    kind: 'write',
    parameters: names,
    row: names.indexOf(forms.row),
    single: forms.single(placeholders(parameters)),
    many: forms.many(columns(parameters), runsOf(parameters)),
  }
}
