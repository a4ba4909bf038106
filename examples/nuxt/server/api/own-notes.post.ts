/** Takes the organization from the session, never from the request. */
export default defineAuthHandler({ organization: true }, async (event, { user }) => {
  const { text } = await readBody<{ text?: unknown }>(event)
  addNote(user.organization, { text: String(text ?? ''), by: user.name ?? user.sub })
  return { ok: true }
})
