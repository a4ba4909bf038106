import { useActionData, useFetcher } from '@remix-run/react'
import type { action } from '~/routes/dashboard'
import { beginning, day } from '~/words'

export interface ListedNote {
  id: string
  text: string
  author: string
  createdAt: string
  /** The person may delete it. */
  deletable: boolean
}

/** Each note has a question before it is deleted, which works without scripts. With them, the note is gone at once. */
export function NoteList({ notes }: { notes: readonly ListedNote[] }) {
  const deletion = useFetcher<typeof action>()
  const sent = useActionData<typeof action>()
  const result = deletion.data ?? sent
  return (
    <>
      {result && 'notice' in result && (
        <p className="notice" role="status">
          {result.notice}
        </p>
      )}
      {result && 'gone' in result && (
        <p className="error" role="alert">
          {result.gone}
        </p>
      )}
      {notes.length > 0 && (
        <ol className="notes" aria-label="Notes">
          {notes.map(({ id, text, author, createdAt, deletable }) => (
            <li key={id} className="note" hidden={deletion.formData?.get('note') === id}>
              <p className="note-text">{text}</p>
              <div className="note-foot">
                <span>{author}</span> <time dateTime={createdAt}>{day(createdAt)}</time>
                {deletable && (
                  <details className="question" suppressHydrationWarning>
                    <summary>
                      Delete<span className="unseen"> “{beginning(text)}”</span>
                    </summary>
                    <deletion.Form method="post">
                      <span>Delete this note for everyone?</span>
                      <input type="hidden" name="note" value={id} />
                      <button className="button danger small" type="submit">
                        Delete note
                      </button>
                    </deletion.Form>
                  </details>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
