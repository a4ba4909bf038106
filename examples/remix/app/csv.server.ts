import type { Note } from '~/notes.server'

/** A spreadsheet runs a cell that begins with one of these as a formula: an apostrophe keeps it text. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** RFC 4180. */
const cell = (value: string): string => `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

const row = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`

/** Notes as CSV, as they are read from the database. */
export function csvOf(notes: AsyncIterable<Note>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = notes[Symbol.asyncIterator]()
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(row(['date', 'author', 'text'])))
    },
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(row([value.createdAt.toISOString(), value.authorName, value.text])))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
