'use server'

import { revalidatePath } from 'next/cache'
import { changeSettings } from '../../../lib/notes'
import { managers, otherOrganization, requireMember } from '../../../lib/people'

export interface SettingsState {
  notice?: string
  error?: string
}

export async function saveWhoCanAdd(_previous: SettingsState, form: FormData): Promise<SettingsState> {
  const member = await requireMember({ role: managers, returnTo: '/settings' })
  const { organization } = member
  const error = otherOrganization(form, member)
  if (error) return { error }
  const whoCanAdd = form.get('whoCanAdd')
  if (whoCanAdd !== 'everyone' && whoCanAdd !== 'managers') return { error: 'Choose who can add notes.' }
  await changeSettings(organization.id, { whoCanAdd })
  revalidatePath('/settings')
  const who = whoCanAdd === 'everyone' ? `Everyone in ${organization.name}` : 'Owners and admins'
  return { notice: `Saved. ${who} can add notes.` }
}
