'use server'

import { revalidatePath } from 'next/cache'
import { addNote, deleteNote, getSettings, longestNote, plans, type Refusal } from '../../../lib/notes'
import { type Member, otherOrganization, requireMember } from '../../../lib/people'

// Actions are endpoints of their own: each guards itself, and takes the organization from the session.

export interface AddState {
  error?: string
  /** What was typed, when it was refused. */
  text?: string
}

export async function add(_previous: AddState, form: FormData): Promise<AddState> {
  const member = await requireMember({ returnTo: '/dashboard' })
  const text = String(form.get('text') ?? '')
  const error = otherOrganization(form, member)
  if (error) return { error, text }
  const result = await addNote(member.organization.id, member, text)
  if ('refused' in result) return { error: await wordsOf(result.refused, member), text }
  revalidatePath('/dashboard')
  return {}
}

export interface DeleteState {
  notice?: string
  error?: string
}

export async function remove(_previous: DeleteState, form: FormData): Promise<DeleteState> {
  const member = await requireMember({ returnTo: '/dashboard' })
  const deleted = await deleteNote(member.organization.id, member, String(form.get('note') ?? ''))
  revalidatePath('/dashboard')
  return deleted ? { notice: 'Note deleted.' } : { error: 'This note is gone, or it is not yours to delete.' }
}

async function wordsOf(refusal: Refusal, { organization, owns }: Member): Promise<string> {
  if (refusal === 'empty') return 'Write something first.'
  if (refusal === 'too_long') return `A note has at most ${longestNote} characters.`
  if (refusal === 'not_allowed') return `Only owners and admins add notes in ${organization.name}.`
  const { name, notes } = plans[(await getSettings(organization.id)).plan]
  const advice = owns ? 'Change the plan under Billing.' : 'Ask an owner to change the plan.'
  return `${organization.name} has all ${notes.toLocaleString('en')} notes of the ${name} plan. ${advice}`
}
