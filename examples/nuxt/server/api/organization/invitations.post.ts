import { ManagementError } from '@vestibule/core/management'

export default defineFormHandler({
  requirement: { role: managers },
  page: '/members',
  async submit({ email: typed = '', role = '' }, { organization }) {
    const email = typed.trim()
    const values = { email: email.slice(0, 254), role: role === 'admin' ? 'admin' : 'member' }
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
      return { problem: 'Enter a valid email address.', values }
    // Nobody becomes an owner by this form, whatever is sent to it.
    if (role !== 'member' && role !== 'admin') return { problem: 'Choose a role.', values }
    try {
      await invite(organization, email, role)
      return { done: `Invitation sent to ${email}.` }
    } catch (error) {
      return { problem: invitationProblem(error), values }
    }
  },
})

function invitationProblem(error: unknown): string {
  const { status, code } = error instanceof ManagementError ? error : { status: 0, code: '' }
  if (code === 'already_member') return 'This person is a member already.'
  if (status === 422) return 'Enter a valid email address.'
  if (status === 429) return 'Too many invitations. Try again later.'
  return refusalOf(error) === 'not-granted'
    ? 'This application may not invite people. Ask its developer.'
    : 'The invitation could not be sent. Try again in a minute.'
}
