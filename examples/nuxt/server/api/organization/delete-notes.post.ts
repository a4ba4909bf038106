/** Needs a sign-in of the last five minutes, like its page. */
export default defineFormHandler({
  requirement: { permission: 'notes.clear', maxAge: 300 },
  page: '/settings/delete-notes',
  async submit({ confirmation = '' }, { organization, organization_name: name }) {
    if (confirmation.trim() !== name)
      return {
        problem: 'That is not the name of the organization.',
        values: { confirmation: confirmation.slice(0, 200) },
      }
    const count = await deleteAllNotes(organization)
    return { done: count === 1 ? '1 note was deleted.' : `${count} notes were deleted.` }
  },
})
