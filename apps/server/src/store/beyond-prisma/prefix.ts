/** A search reads at most this many rows of each index that it asks, however large the table is. */
export const matchLimit = 1000

/**
 * The expression that the indexes of names are built on (migration 0024): both databases fold the letters A to Z
 * and compare byte by byte. Of the first 200 characters, since PostgreSQL can't index a longer text.
 */
export const folded = (column: string): string => `lower(substr(${column}, 1, 200) COLLATE "BINARY")`

/** A condition: `expression` begins with the text whose `range` is given from this parameter on. */
export const begins = (expression: string, from: number): string => {
  const side = expression.startsWith('lower(') ? expression : `${expression} COLLATE "BINARY"`
  return `${side} >= $${from} AND ${side} < $${from + 1}`
}

/** Two texts that enclose all that begin with this one, whatever the case of its letters A to Z. */
export const range = (start: string): [string, string] => {
  const from = start.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return [from, `${from}\u{10ffff}`]
}

/** A condition: `expression` holds the text whose `pattern` is this parameter. Only where few rows are left to look at. */
export const holds = (expression: string, param: number): string => `${expression} LIKE $${param} ESCAPE '!'`

/** What `holds` looks for, whatever the case of its letters A to Z. */
export const pattern = (part: string): string => `%${range(part)[0].replaceAll(/[!%_]/g, '!$&')}%`
