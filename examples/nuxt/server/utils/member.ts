import type { Requirement, User } from '@vestibule/nuxt/server'
import type { H3Event } from 'h3'

/** A signed-in person in the organization that they work in. */
export type Member = User & { organization: string }

/** Whatever has data of an organization begins with this. Throws 401 or 403. */
export async function requireMember(event: H3Event, requirement: Requirement = {}): Promise<Member> {
  return (await requireUser(event, { organization: true, ...requirement })) as Member
}

export const managers = ['owner', 'admin'] as const

export const authorOf = (member: Member): Author => ({
  id: member.sub,
  name: member.name ?? member.email ?? 'Unknown',
  manages: isManager(member),
})
