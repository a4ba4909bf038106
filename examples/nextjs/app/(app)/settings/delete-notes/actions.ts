'use server'

import { deleteAllNotes } from '../../../../lib/notes'
import { otherOrganization, requireMember } from '../../../../lib/people'
import { counted } from '../../../../lib/words'

export interface DeleteAllState {
  notice?: string
  error?: string
}

/** Needs a sign-in that is at most five minutes old, like its page. */
export async function deleteAll(_previous: DeleteAllState, form: FormData): Promise<DeleteAllState> {
  const member = await requireMember({ permission: 'notes.clear', maxAge: 300, returnTo: '/settings/delete-notes' })
  const { organization } = member
  // Two organizations may have the same name.
  const error = otherOrganization(form, member)
  if (error) return { error }
  if (String(form.get('confirmation') ?? '').trim() !== organization.name.trim())
    return { error: 'That is not the name of the organization.' }
  const count = await deleteAllNotes(organization.id)
  return { notice: `${counted(count, 'note')} ${count === 1 ? 'was' : 'were'} deleted.` }
}
