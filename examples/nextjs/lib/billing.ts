import { changeSettings, type Plan } from './notes'

/** Changes the plan of an organization. A payment provider goes here: begin its checkout, and change the plan when it reports success. */
export async function changePlan(organization: string, plan: Plan): Promise<void> {
  await changeSettings(organization, { plan })
}
