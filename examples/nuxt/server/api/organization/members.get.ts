/** The members of the organization, and for owners and admins the addresses and the open invitations. */
export default defineEventHandler(async (event) => {
  const member = await requireMember(event)
  const { cursor } = getQuery(event)
  const manages = isManager(member)
  try {
    const { data, next_cursor: next } = await listMembers(member.organization, {
      cursor: typeof cursor === 'string' ? cursor : undefined,
    })
    const invitations = manages && !cursor ? (await listInvitations(member.organization)).data : []
    return {
      refusal: null,
      members: data.map(({ user_id: id, name, email, roles }) => ({
        id,
        name,
        // The provider shows addresses to owners and admins only.
        email: manages || id === member.sub ? email : null,
        role: roleOf(roles),
      })),
      next,
      invitations: invitations.map(({ id, email, roles, expires_at: expiresAt }) => ({
        id,
        email,
        role: roleOf(roles),
        expiresAt,
      })),
    }
  } catch (error) {
    return { refusal: refusalOf(error), members: [], next: null, invitations: [] }
  }
})
