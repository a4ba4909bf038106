'use server'

import { revalidatePath } from 'next/cache'
import { changePlan } from '../../../lib/billing'
import { plans } from '../../../lib/notes'
import { otherOrganization, requireMember } from '../../../lib/people'

export interface PlanState {
  notice?: string
  error?: string
}

export async function choosePlan(_previous: PlanState, form: FormData): Promise<PlanState> {
  const member = await requireMember({ role: 'owner', returnTo: '/billing' })
  const { organization } = member
  const error = otherOrganization(form, member)
  if (error) return { error }
  const plan = form.get('plan')
  if (plan !== 'free' && plan !== 'team') return { error: 'Choose a plan.' }
  await changePlan(organization.id, plan)
  revalidatePath('/billing')
  const { name, notes } = plans[plan]
  return { notice: `${organization.name} is on the ${name} plan now: ${notes.toLocaleString('en')} notes.` }
}
