/** The most rows of a file, without the first line. */
export const importRowLimit = 1000

export interface InvitationRow {
  /** The line of the file that the row begins on, from 1. */
  line: number
  email: string
  /** As it was written: roles, separated by commas or blanks. Empty where there is none. */
  role: string
  /** The short names or ids of teams, separated by commas. Empty where there is none. */
  team: string
  /** The keys of fields that it has values of, each with the text of its cell. */
  fields?: readonly (readonly [key: string, text: string])[]
}

export type ImportError =
  | 'empty'
  | 'no-email-column'
  | 'no-rows'
  | 'too-many-rows'
  | 'unreadable'
  | 'no-addresses'
  | 'too-many-addresses'

/**
 * Reads the rows of a file: its first line names the columns, of which `email`, `role` (or `roles`), `team`, and `fields.` with the
 * key of a field are read.
 */
export function parseInvitationRows(
  text: string,
): { ok: true; rows: InvitationRow[] } | { ok: false; error: ImportError } {
  const source = text.replace(/^\ufeff/, '')
  if (source.trim() === '') return { ok: false, error: 'empty' }
  if (source.includes('\0')) return { ok: false, error: 'unreadable' }
  const [header, ...records] = parseCsv(source, separatorOf(source))
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? []
  const [email, team] = [names.indexOf('email'), names.indexOf('team')]
  const role = names.includes('role') ? names.indexOf('role') : names.indexOf('roles')
  if (email < 0) return { ok: false, error: 'no-email-column' }
  if (records.length === 0) return { ok: false, error: 'no-rows' }
  if (records.length > importRowLimit) return { ok: false, error: 'too-many-rows' }
  const rows = records.map(({ line, cells }) => ({
    line,
    email: plainCell(cells[email] ?? '').slice(0, 400),
    role: (cells[role] ?? '').toLowerCase().slice(0, 400),
    team: (cells[team] ?? '').slice(0, 400),
    fields: fieldsOf(names, cells),
  }))
  return { ok: true, rows }
}

/** The names of columns begin with it that have values of fields. */
export const fieldColumn = 'fields.'

/** An empty cell is no value. */
function fieldsOf(names: readonly string[], cells: readonly string[]): (readonly [key: string, text: string])[] {
  const found = new Map<string, string>()
  for (const [index, cell] of cells.entries()) {
    const name = names[index] ?? ''
    const key = name.slice(fieldColumn.length)
    if (cell !== '' && name.startsWith(fieldColumn) && !found.has(key)) found.set(key, plainCell(cell))
  }
  return [...found]
}

/** Without the apostrophe that keeps a spreadsheet from taking a cell for a formula. */
export const plainCell = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '')

/** Spreadsheets separate by commas, by semicolons where the comma is in numbers, or by tabs when rows are copied. */
export function separatorOf(source: string): string {
  const first = source.split(/[\r\n]/, 1)[0] ?? ''
  return [',', ';', '\t'].find((separator) => first.includes(separator)) ?? ','
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** Parses CSV (RFC 4180) into trimmed cells. Empty lines are left out; an open quote ends with the text. */
export function parseCsv(source: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  const cell = new RegExp(
    `[ ]*(?:"((?:[^"]|"")*)(?:"|$)[ ]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  let record: CsvRecord = { line: 1, cells: [] }
  let line = 1
  while (cell.lastIndex < source.length) {
    const [whole, quoted, bare = '', end] = cell.exec(source) ?? ['']
    // After a closing quote comes no separator: the rest of the line is taken as it is.
    if (whole === '') break
    record.cells.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    if (end === separator) continue
    records.push(record)
    record = { line, cells: [] }
    // One row more than the limit says that there are too many.
    if (records.length > importRowLimit + 1) break
  }
  if (record.cells.length > 0) records.push(record)
  return records.filter(({ cells }) => cells.some((text) => text !== ''))
}
