import * as z from 'zod'
import { listManagedOrganizations } from '../../../flows/management/directory.ts'
import { createOwnedOrganization } from '../../../flows/management/organizations.ts'
import { viewOrganization } from '../../../flows/organizations/access.ts'
import { deleteOrganization } from '../../../flows/organizations/organization-lifecycle.ts'
import { updateOrganization } from '../../../flows/organizations/organization-settings.ts'
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
    approved: z.boolean().describe('Whether its invitations allow sign-up when SIGN_UP is not open.'),
  })
  .meta({ id: 'Organization' })

const newOrganization = z
  .strictObject({ name: text, slug: text.optional(), owner: id.describe('The id of the user who will own it.') })
  .meta({ id: 'NewOrganization' })
const organizationChange = z
  .strictObject({
    name: text.optional(),
    slug: text.optional(),
    logo_url: text.nullable().optional(),
    require_passkey: z.boolean().optional(),
    session_max: z.int().nullable().optional(),
    members_make_teams: z.boolean().optional(),
    approved: z
      .boolean()
      .optional()
      .describe(
        'Whether its invitations allow sign-up when SIGN_UP is not open. A client limited to one organization cannot change it.',
      ),
  })
  .meta({ id: 'OrganizationChange' })

type OrganizationRecord = Awaited<ReturnType<typeof viewOrganization>>['organization']
const toOrganization = (record: OrganizationRecord): z.input<typeof organization> =>
  membersOf(organization)({ ...record, approved: record.approvedAt !== null })
const organizationReply = (record: OrganizationRecord) =>
  ({
    body: toOrganization(record),
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
    approved: body.approved,
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as typeof settings
}

export const organizationOperations = [
  list({
    path: '/organizations',
    id: 'listOrganizations',
    summary: 'List organizations, oldest first',
    scope: 'organizations:read',
    query: { query: 'Start of a name or slug.' },
    item: organization,
    run: async (call) => {
      const { after, limit } = range(call)
      const records = await listManagedOrganizations(call.deps, call.actor, {
        after,
        limit,
        query: call.query('query'),
      })
      return pageOf(records, call, ({ id }) => id, toOrganization)
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
    run: async ({ deps, actor, body }) => organizationReply(await createOwnedOrganization(deps, actor, body)),
  }),
  operation({
    method: 'get',
    path: '/organizations/{organization}',
    id: 'getOrganization',
    summary: 'Get an organization by id or slug',
    scope: 'organizations:read',
    answer: organization,
    run: async (call) => organizationReply((await seeOrganization(call)).organization),
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
      const id = await organizationIdOf(call)
      return organizationReply(await updateOrganization(deps, actor, id, settingsOf(body), version))
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
