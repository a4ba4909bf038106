/**
 * A statement that many requests run at the same time: PostgreSQL runs those of a turn as one
 * (postgresql/joined-statements.ts).
 */
export interface FrequentStatement {
  readonly text: string
  /** The types of `$1`, `$2` and so on, as PostgreSQL calls them. */
  readonly types: readonly string[]
}

/**
 * `types` has the names of the types, separated by spaces. The statement is a SELECT, or it writes the one row whose `id` is
 * `$1`, and returns it: an UPDATE, or an INSERT with `ON CONFLICT`.
 */
export const frequent = (text: string, types: string): FrequentStatement => ({ text, types: types.split(' ') })

/** A prepared statement by its text, with `$1` placeholders. */
export type Statement = string | FrequentStatement

export const textOf = (statement: Statement): string => (typeof statement === 'string' ? statement : statement.text)
