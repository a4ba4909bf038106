import { withAuth } from '../../../../lib/auth'
import { csvRow } from '../../../../lib/csv'
import { everyNote } from '../../../../lib/notes'

/** The notes of the organization as a file. It is sent while it is read, so that it does not matter how many there are. */
export const GET = withAuth(
  async (_request, { session }) => {
    const notes = everyNote(session.user.organization ?? '')
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(csvRow(['date', 'author', 'text']))),
      async pull(controller) {
        const { value, done } = await notes.next()
        if (done) return controller.close()
        controller.enqueue(encoder.encode(csvRow([value.createdAt.toISOString(), value.authorName, value.text])))
      },
    })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="notes.csv"',
      },
    })
  },
  { organization: true },
)
