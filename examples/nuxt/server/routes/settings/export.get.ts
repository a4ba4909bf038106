import { Readable } from 'node:stream'

/** A download of the notes. It is sent while it is read, so that it does not matter how many there are. */
export default defineEventHandler(async (event) => {
  const { organization } = await requireMember(event)
  setResponseHeaders(event, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="notes.csv"',
  })
  return sendStream(event, Readable.from(csvOf(everyNote(organization))))
})

async function* csvOf(notes: AsyncIterable<Note>): AsyncGenerator<string> {
  yield csvRow(['date', 'author', 'text'])
  for await (const { createdAt, authorName, text } of notes) yield csvRow([createdAt.toISOString(), authorName, text])
}
