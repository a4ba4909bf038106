/** An API for other programs: returns the notes of the organization that the access token is for. */
export default defineEventHandler(async (event) => {
  const { organization } = await verifyBearer(event)
  return { organization, notes: notesOf(organization) }
})
