'use client'

import { type ReactNode, useActionState } from 'react'
import { choosePlan, type PlanState } from './actions'

export interface OfferedPlan {
  id: string
  name: string
  notes: string
  current: boolean
}

/** The plans below the usage, and above it what a change of plan did. */
export function Plans({
  organization,
  plans,
  children,
}: {
  organization: string
  plans: readonly OfferedPlan[]
  children: ReactNode
}) {
  const [{ notice, error }, action, pending] = useActionState<PlanState, FormData>(choosePlan, {})
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
      {children}
      <div className="columns">
        {plans.map(({ id, name, notes, current }) => (
          <section key={id} className={current ? 'card plan current' : 'card plan'}>
            <div className="plan-head">
              <h2>{name}</h2>
              {current && <span className="badge strong">Your plan</span>}
            </div>
            <p className="quiet">{notes} notes, and as many members as you like.</p>
            {!current && (
              <form action={action}>
                <input type="hidden" name="organization" value={organization} />
                <input type="hidden" name="plan" value={id} />
                <button className="button primary" type="submit" disabled={pending}>
                  Change to {name}
                </button>
              </form>
            )}
          </section>
        ))}
      </div>
    </>
  )
}
