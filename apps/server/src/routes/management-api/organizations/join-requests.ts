import * as z from 'zod'
import { decideJoinRequest, listJoinRequests } from '../../../flows/organizations/members/join-requests.ts'
import { at, id } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const joinRequest = z
  .object({ user_id: id, name: z.string(), email: z.string().nullable(), created_at: at })
  .meta({ id: 'JoinRequest' })

const toJoinRequest = membersOf(joinRequest)

export const joinRequestOperations = [
  list({
    path: '/organizations/{organization}/join-requests',
    id: 'listJoinRequests',
    summary: 'List the people who ask to join an organization',
    scope: 'organizations:read',
    item: joinRequest,
    run: async (call) => {
      const records = await listJoinRequests(call.deps, await seeOrganization(call), range(call))
      return pageOf(records, call, ({ userId }) => userId, toJoinRequest)
    },
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/join-requests/{user}/approve',
    id: 'approveJoinRequest',
    summary: 'Let someone join who asks to. They are told by email',
    scope: 'organizations:write',
    run: async (call) =>
      decideJoinRequest(call.deps, call.actor, await organizationIdOf(call), call.parameter('user'), true),
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/join-requests/{user}/decline',
    id: 'declineJoinRequest',
    summary: 'Decline a request to join. The person is told by email',
    scope: 'organizations:write',
    run: async (call) =>
      decideJoinRequest(call.deps, call.actor, await organizationIdOf(call), call.parameter('user'), false),
  }),
]
