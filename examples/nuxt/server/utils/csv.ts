/**
 * A row of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
