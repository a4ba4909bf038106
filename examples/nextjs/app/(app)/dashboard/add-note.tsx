'use client'

import { useActionState } from 'react'
import { type AddState, add } from './actions'

export function AddNote({ organization, longest }: { organization: string; longest: number }) {
  const [{ error, text }, action, pending] = useActionState<AddState, FormData>(add, {})
  return (
    <form className="card" action={action}>
      <input type="hidden" name="organization" value={organization} />
      <label className="label" htmlFor="text">
        New note
      </label>
      <div className="row">
        <div className="grow">
          <input
            className="field"
            id="text"
            name="text"
            maxLength={longest}
            required
            autoComplete="off"
            placeholder="What should everyone know?"
            defaultValue={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'text-error' : undefined}
          />
        </div>
        <button className="button primary" type="submit" disabled={pending}>
          Add note
        </button>
      </div>
      {error && (
        <p className="error" id="text-error" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
