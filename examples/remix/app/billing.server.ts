import { changeSettings, type Plan, plans } from '~/notes.server'

export const isPlan = (value: unknown): value is Plan => typeof value === 'string' && Object.hasOwn(plans, value)

/** Changes the plan of an organization. A payment provider goes here: charge first, and change the plan when it was paid. */
export async function changePlan(organization: string, plan: Plan): Promise<void> {
  await changeSettings(organization, { plan })
}
