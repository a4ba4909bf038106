'use client'

import { useActionState } from 'react'
import { type InviteState, sendInvitation } from './actions'

export function InviteForm({ organization }: { organization: { id: string; name: string } }) {
  const [{ notice, error, email }, action, pending] = useActionState<InviteState, FormData>(sendInvitation, {})
  return (
    <>
      {notice && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      <section className="card">
        <h2>Invite someone</h2>
        <p>They get an email with a link, and join {organization.name} when they open it.</p>
        <form className="stack" action={action}>
          <input type="hidden" name="organization" value={organization.id} />
          <div className="row wide">
            <div className="grow">
              <label className="label" htmlFor="email">
                Email address
              </label>
              <input
                className="field"
                id="email"
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="off"
                defaultValue={email}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'email-error' : undefined}
              />
            </div>
            <div>
              <label className="label" htmlFor="role">
                Role
              </label>
              <select className="field" id="role" name="role">
                <option value="member">Member</option>
                <option value="admin">Admin</option>
              </select>
            </div>
            <button className="button primary" type="submit" disabled={pending}>
              Send invitation
            </button>
          </div>
          {error && (
            <p className="error" id="email-error" role="alert">
              {error}
            </p>
          )}
        </form>
      </section>
    </>
  )
}
