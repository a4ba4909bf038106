/** A page of the dashboard. */
export default defineEventHandler(async (event) => {
  const member = await requireMember(event)
  const author = authorOf(member)
  const { before } = getQuery(event)
  const [{ notes, next }, { whoCanAdd }] = await Promise.all([
    listNotes(member.organization, typeof before === 'string' ? before : undefined),
    getSettings(member.organization),
  ])
  return {
    notes: notes.map(({ id, text, authorName, authorId, createdAt }) => ({
      id,
      text,
      author: authorName,
      createdAt,
      mayDelete: author.manages || authorId === author.id,
    })),
    next,
    mayAdd: author.manages || whoCanAdd === 'everyone',
  }
})
