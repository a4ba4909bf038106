/** For other programs: called with an access token, answers for the organization that the token is for. */
export default defineEventHandler(async (event) => {
  const { organization } = await verifyBearer(event)
  return { organization, notes: notesOf(organization) }
})
