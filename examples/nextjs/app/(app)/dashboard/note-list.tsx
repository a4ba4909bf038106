'use client'

import { useActionState } from 'react'
import { beginning } from '../../../lib/words'
import { type DeleteState, remove } from './actions'

export interface ListedNote {
  id: string
  text: string
  author: string
  time: string
  date: string
  deletable: boolean
}

export function NoteList({ notes }: { notes: readonly ListedNote[] }) {
  const [{ notice, error }, action, pending] = useActionState<DeleteState, FormData>(remove, {})
  return (
    <>
      {notice && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {notes.length > 0 && (
        <ol className="notes" aria-label="Notes">
          {notes.map(({ id, text, author, time, date, deletable }) => (
            <li key={id} className="note">
              <p className="note-text">{text}</p>
              <div className="note-foot">
                <span>{author}</span> <time dateTime={time}>{date}</time>
                {deletable && (
                  <details className="question" suppressHydrationWarning>
                    <summary aria-label={`Delete “${beginning(text)}”`}>Delete</summary>
                    <form action={action}>
                      <span>Delete this note for everyone?</span>
                      <input type="hidden" name="note" value={id} />
                      <button className="button danger small" type="submit" disabled={pending}>
                        Delete note
                      </button>
                    </form>
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
