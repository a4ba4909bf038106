import * as z from 'zod'
import { listManagedOrganizations } from '../../../flows/management/directory.ts'
import { createOwnedOrganization } from '../../../flows/management/organizations.ts'
import { viewOrganization } from '../../../flows/organizations/access.ts'
import { deleteOrganization } from '../../../flows/organizations/organization-lifecycle.ts'
import { updateOrganization } from '../../../flows/organizations/organization-settings.ts'
import { offersDeviceCodes } from '../../../flows/platform/clients/device-clients.ts'
import {
  fieldChange,
  fieldQuery,
  fieldValues,
  readableValues,
  searchedValues,
  writableValues,
} from '../declared-fields/values.ts'
import { at, id, text } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf, type Reply, range } from '../operation.ts'

const organization = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    logo_url: z.string().nullable(),
    require_passkey: z.boolean(),
    session_max: z.int().nullable().describe('Maximum age in seconds of a sign-in for this organization.'),
    members_make_teams: z.boolean(),
    version: z.int().describe('The ETag without quotes.'),
    created_at: at,
    delete_after: at.nullable().describe('When a deleted organization is removed for good.'),
    custom_roles: z
      .boolean()
      .nullable()
      .describe('Whether its owners and admins may make roles; null: as CUSTOM_ROLES says.'),
    device_codes: z
      .boolean()
      .optional()
      .describe('Whether its members may sign in devices by a code. Absent while no client has the device grant.'),
    approved: z.boolean().describe('Whether its invitations allow sign-up when SIGN_UP is not open.'),
    fields: fieldValues,
  })
  .meta({ id: 'Organization' })

const newOrganization = z
  .strictObject({
    name: text,
    slug: text.optional(),
    owner: id.describe('The id of the user who will own it.'),
    fields: fieldChange,
  })
  .meta({ id: 'NewOrganization' })
const organizationChange = z
  .strictObject({
    name: text.optional(),
    slug: text.optional(),
    logo_url: text.nullable().optional(),
    require_passkey: z.boolean().optional(),
    session_max: z.int().nullable().optional().describe('From 300 to 31536000.'),
    members_make_teams: z.boolean().optional(),
    device_codes: z
      .boolean()
      .optional()
      .describe(
        'Whether its members may sign in devices by a code (RFC 8628). Turning it off ends the sessions of devices that act for it.',
      ),
    custom_roles: z
      .boolean()
      .nullable()
      .optional()
      .describe(
        'Whether its owners and admins may make roles; null: as CUSTOM_ROLES says. A client limited to one organization cannot change it.',
      ),
    approved: z
      .boolean()
      .optional()
      .describe(
        'Whether its invitations allow sign-up when SIGN_UP is not open. A client limited to one organization cannot change it.',
      ),
    fields: fieldChange,
  })
  .meta({ id: 'OrganizationChange' })

type OrganizationRecord = Awaited<ReturnType<typeof viewOrganization>>['organization']
const toOrganization = (call: Pick<Call, 'deps' | 'scope'>, record: OrganizationRecord): z.input<typeof organization> =>
  membersOf(organization)({
    ...record,
    approved: record.approvedAt !== null,
    deviceCodes: offersDeviceCodes(call.deps) ? record.deviceCodes : undefined,
    fields: readableValues(call, 'organization', record.fields),
  })
const organizationReply = (call: Pick<Call, 'deps' | 'scope'>, record: OrganizationRecord) =>
  ({
    body: toOrganization(call, record),
    etag: String(record.version),
    location: `/organizations/${record.id}`,
  }) satisfies Reply

/** The organization in the path, by id or slug, as the caller may see it. */
export const seeOrganization = ({
  deps,
  actor,
  parameter,
}: Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>) =>
  viewOrganization(deps, actor, parameter('organization'))
export const organizationIdOf = async (call: Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>) =>
  (await seeOrganization(call)).organization.id

/** The settings that a body has. Each that it leaves out stays as it is. */
function settingsOf(body: z.output<typeof organizationChange>) {
  const settings = {
    name: body.name,
    slug: body.slug,
    logoUrl: body.logo_url,
    requirePasskey: body.require_passkey,
    sessionMax: body.session_max,
    membersMakeTeams: body.members_make_teams,
    customRoles: body.custom_roles,
    deviceCodes: body.device_codes,
    approved: body.approved,
    fields: body.fields,
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as typeof settings
}

export const organizationOperations = [
  list({
    path: '/organizations',
    id: 'listOrganizations',
    refuses: [422],
    summary: 'List organizations, oldest first',
    scope: 'organizations:read',
    query: { query: 'Start of a name or slug.', ...fieldQuery },
    item: organization,
    run: async (call) => {
      const { after, limit } = range(call)
      const records = await listManagedOrganizations(call.deps, call.actor, {
        after,
        limit,
        query: call.query('query'),
        fields: await searchedValues(call, 'organization'),
      })
      return pageOf(
        records,
        call,
        ({ id }) => id,
        (record) => toOrganization(call, record),
      )
    },
  }),
  operation({
    method: 'post',
    path: '/organizations',
    id: 'createOrganization',
    summary: 'Create an organization and name its owner',
    refuses: [404],
    scope: 'organizations:write',
    body: newOrganization,
    answer: organization,
    creates: true,
    run: async (call) =>
      organizationReply(
        call,
        await createOwnedOrganization(call.deps, call.actor, {
          ...call.body,
          fields: await writableValues(call, call.body.fields),
        }),
      ),
  }),
  operation({
    method: 'get',
    path: '/organizations/{organization}',
    id: 'getOrganization',
    summary: 'Get an organization by id or slug',
    scope: 'organizations:read',
    answer: organization,
    run: async (call) => organizationReply(call, (await seeOrganization(call)).organization),
  }),
  operation({
    method: 'patch',
    path: '/organizations/{organization}',
    id: 'updateOrganization',
    summary: 'Update settings',
    refuses: [409],
    scope: 'organizations:write',
    body: organizationChange,
    answer: organization,
    run: async (call) => {
      const { deps, actor, body, version } = call
      await writableValues(call, body.fields)
      const id = await organizationIdOf(call)
      return organizationReply(call, await updateOrganization(deps, actor, id, settingsOf(body), version))
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}',
    id: 'deleteOrganization',
    summary: 'Delete an organization. Operators can restore it for 14 days',
    scope: 'organizations:write',
    run: async (call) => deleteOrganization(call.deps, call.actor, await organizationIdOf(call)),
  }),
]
