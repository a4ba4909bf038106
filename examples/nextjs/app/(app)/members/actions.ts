'use server'

import { revalidatePath } from 'next/cache'
import { invite } from '../../../lib/members'
import { managers, otherOrganization, requireMember } from '../../../lib/people'

export interface InviteState {
  notice?: string
  error?: string
  email?: string
}

export async function sendInvitation(_previous: InviteState, form: FormData): Promise<InviteState> {
  const member = await requireMember({ role: managers, returnTo: '/members' })
  const { organization } = member
  const email = String(form.get('email') ?? '').trim()
  const error = otherOrganization(form, member)
  if (error) return { error, email }
  const role = form.get('role')
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return { error: 'Enter a valid email address.', email }
  // Nobody becomes an owner by this form, whatever is sent to it.
  if (role !== 'member' && role !== 'admin') return { error: 'Choose a role.', email }
  const refused = await invite(organization.id, { email, role })
  if (refused) return { ...refused, email }
  revalidatePath('/members')
  return { notice: `Invitation sent to ${email}.` }
}
