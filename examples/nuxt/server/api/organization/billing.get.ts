/** The plan of the organization and how much of it is used, for its owners. */
export default defineEventHandler(async (event) => {
  const { organization } = await requireMember(event, { role: 'owner' })
  const [{ plan, noteCount }, members] = await Promise.all([getSettings(organization), countMembers(organization)])
  return {
    plan,
    used: noteCount,
    limit: plans[plan].notes,
    members,
    plans: Object.entries(plans).map(([id, { name, notes }]) => ({ id, name, notes })),
  }
})

/** In words, as far as one page of the list tells. Null if the provider does not. */
async function countMembers(organization: string): Promise<string | null> {
  try {
    const { data, next_cursor: next } = await listMembers(organization, { limit: 100 })
    if (next) return 'More than 100 members'
    return data.length === 1 ? '1 member' : `${data.length} members`
  } catch (error) {
    refusalOf(error)
    return null
  }
}
