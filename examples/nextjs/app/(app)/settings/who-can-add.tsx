'use client'

import { useActionState } from 'react'
import type { WhoCanAdd } from '../../../lib/notes'
import { type SettingsState, saveWhoCanAdd } from './actions'

export function WhoCanAddForm({
  organization,
  current,
}: {
  organization: { id: string; name: string }
  current: WhoCanAdd
}) {
  const [{ notice, error }, action, pending] = useActionState<SettingsState, FormData>(saveWhoCanAdd, {})
  const choices = [
    ['everyone', `Everyone in ${organization.name}`],
    ['managers', 'Owners and admins'],
  ] as const
  return (
    // A form that is reset goes back to what was first rendered: a new key after each change makes that the saved choice.
    <form className="stack" action={action} key={current}>
      <input type="hidden" name="organization" value={organization.id} />
      <fieldset>
        <legend className="unseen">Who can add notes</legend>
        {choices.map(([value, label]) => (
          <label key={value} className="choice">
            <input type="radio" name="whoCanAdd" value={value} defaultChecked={value === current} /> {label}
          </label>
        ))}
      </fieldset>
      <button className="button primary" type="submit" disabled={pending}>
        Save
      </button>
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
    </form>
  )
}
