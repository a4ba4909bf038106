export default defineFormHandler({
  page: '/dashboard',
  async submit({ note = '' }, member) {
    const deleted = await deleteNote(member.organization, authorOf(member), note)
    return deleted ? { done: 'Note deleted.' } : { problem: 'This note is gone, or it is not yours to delete.' }
  },
})
