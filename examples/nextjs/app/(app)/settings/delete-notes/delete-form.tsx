'use client'

import Link from 'next/link'
import { useActionState } from 'react'
import { type DeleteAllState, deleteAll } from './actions'

export function DeleteForm({ organization, notes }: { organization: { id: string; name: string }; notes: string }) {
  const [{ notice, error }, action, pending] = useActionState<DeleteAllState, FormData>(deleteAll, {})
  if (notice)
    return (
      <>
        <p className="notice" role="status">
          {notice}
        </p>
        <div className="actions">
          <Link className="button" href="/dashboard">
            Back to your notes
          </Link>
        </div>
      </>
    )
  return (
    <form className="card" action={action}>
      <input type="hidden" name="organization" value={organization.id} />
      <p>
        {notes} will be deleted for everyone in {organization.name}. This cannot be undone.
      </p>
      <div className="stack">
        <div className="wide">
          <label className="label" htmlFor="confirmation">
            Type “{organization.name}” to confirm
          </label>
          <input
            className="field"
            id="confirmation"
            name="confirmation"
            required
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'confirmation-error' : undefined}
          />
          {error && (
            <p className="error" id="confirmation-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <div className="actions">
          <button className="button danger" type="submit" disabled={pending}>
            Delete all notes
          </button>
          <Link className="button" href="/settings">
            Cancel
          </Link>
        </div>
      </div>
    </form>
  )
}
