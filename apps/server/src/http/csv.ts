import { noStore, securityHeaders } from './headers.ts'

/** The most rows of a file. */
export const csvRowLimit = 100_000

/**
 * Streams rows as a file: RFC 4180, UTF-8 with a byte order mark, so that spreadsheets read it as such. At most
 * `csvRowLimit` rows.
 */
export function csvResponse(
  fileName: string,
  header: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): Response {
  const lines = linesOf(header, rows)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return()
    },
  })
  const name = fileName.replace(/[^\w.-]/g, '-')
  return new Response(body, {
    headers: {
      ...securityHeaders,
      ...noStore,
      'Content-Type': 'text/csv; charset=UTF-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}

async function* linesOf(
  header: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<string, void> {
  yield `\ufeff${csvLine(header)}`
  let count = 0
  let chunk = ''
  for await (const row of rows) {
    if (count === csvRowLimit) break
    count += 1
    chunk += csvLine(row)
    if (chunk.length < 16_384) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

/**
 * A line with its line break. What a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection): at the
 * beginning of a cell, and after a semicolon or a tab within it, which many spreadsheets take for the end of a cell.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** The apostrophe in what may be the end of a cell and the beginning of the next. */
function quoteFormula(between: string): string {
  const last = /[=+\-@]$/.test(between)
    ? between.length - 1
    : Math.max(between.lastIndexOf('\t'), between.lastIndexOf('\r'))
  return last > 0 ? `${between.slice(0, last)}'${between.slice(last)}` : between
}

function csvCell(value: string): string {
  const text = value.replaceAll(/[;\t\r\n]["\s]*[=+\-@]?/g, quoteFormula).replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
