import * as z from 'zod'
import {
  invite,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from '../../../flows/organizations/invitations/invitations.ts'
import { splitRoleNames } from '../../../flows/organizations/roles/giving.ts'
import { fieldChange, fieldValues, type ReadCall, readableValues, writableValues } from '../declared-fields/values.ts'
import { at, emailAddress, id } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { requireScopesToGive } from '../rights/required-scope.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const invitation = z
  .object({
    id,
    email: z.string(),
    roles: z.array(z.string()).describe('Of owner, admin and member.'),
    role_ids: z.array(id).describe('Of other roles.'),
    teams: z.array(id),
    client_id: z.string().nullable(),
    created_at: at,
    expires_at: at,
    fields: fieldValues,
  })
  .meta({ id: 'Invitation' })
const newInvitation = z
  .strictObject({
    email: emailAddress,
    roles: z
      .array(z.string().max(100))
      .min(1)
      .max(50)
      .optional()
      .describe('Of owner, admin and member (default: member), and other roles by ids or keys.'),
    teams: z.array(id).max(20).optional(),
    fields: fieldChange.describe(
      'Values of declared fields that the person will have as a member, by key. Needs the scope `fields:write` too.',
    ),
    client_id: z.string().optional().describe('The application to continue to after accepting.'),
    locale: z.string().max(35).optional().describe('Language of the email if the person has no account yet.'),
  })
  .meta({ id: 'NewInvitation' })

type InvitationRecord = Awaited<ReturnType<typeof invite>>
const toInvitation = (call: ReadCall, record: InvitationRecord): z.input<typeof invitation> =>
  membersOf(invitation)({
    ...record,
    roles: record.roles.split(' ').filter(Boolean),
    teams: record.teamIds,
    fields: readableValues(call, 'membership', record.fields),
  })

export const invitationOperations = [
  list({
    path: '/organizations/{organization}/invitations',
    id: 'listInvitations',
    summary: 'List pending invitations',
    scope: 'members:read',
    item: invitation,
    run: async (call) => {
      const records = await listInvitations(call.deps, await seeOrganization(call), range(call))
      return pageOf(
        records,
        call,
        ({ id }) => id,
        (record) => toInvitation(call, record),
      )
    },
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/invitations',
    id: 'createInvitation',
    summary:
      'Invite an email address. Owners and admins need members:write, other roles and teams with roles roles:write',
    scope: 'invitations:write',
    body: newInvitation,
    answer: invitation,
    creates: true,
    run: async (call) => {
      const { email, roles = [], teams = [], client_id, locale } = call.body
      const fields = await writableValues(call, call.body.fields)
      const { builtIn, others } = splitRoleNames(roles)
      const view = await seeOrganization(call)
      await requireScopesToGive(call, view, { builtIn, others, teams })
      const record = await invite(call.deps, call.actor, view.organization.id, {
        email,
        roles: builtIn.length > 0 ? builtIn : ['member'],
        otherRoles: others,
        teamIds: teams,
        ...(fields ? { fields } : {}),
        clientId: client_id ?? null,
        languages: locale ? [locale] : [],
      })
      return { body: toInvitation(call, record) }
    },
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/invitations/{invitation}/resend',
    id: 'resendInvitation',
    summary: 'Send an invitation again with a new link',
    scope: 'invitations:write',
    run: async (call) =>
      resendInvitation(call.deps, call.actor, await organizationIdOf(call), call.parameter('invitation'), []),
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/invitations/{invitation}',
    id: 'revokeInvitation',
    summary: 'Revoke an invitation',
    scope: 'invitations:write',
    run: async (call) => {
      await withdrawInvitation(call.deps, call.actor, await organizationIdOf(call), call.parameter('invitation'))
    },
  }),
]
