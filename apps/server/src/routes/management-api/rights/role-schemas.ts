import * as z from 'zod'
import { maxRightsName, rightsLimits } from '../../../oidc/permissions.ts'
import { at, id } from '../fields.ts'
import type { Reply } from '../operation.ts'

/** What the roles of the operator and those of organizations have in common. */

const names = z.record(z.string().max(35), z.string().max(10 * maxRightsName)).describe('By language (BCP 47).')
const assignableBy = z
  .enum(['owner', 'admin'])
  .describe('Who may give it, if they hold all of it: owners, or owners and admins.')
const permissions = z
  .array(z.string().max(600))
  .max(rightsLimits.permissions)
  .describe('Names, such as `invoice.read`, or `https://api.example.com/orders orders:read` for a scope of an API.')

export const role = z
  .object({
    id,
    key: z.string().describe('What tokens call it.'),
    organization_id: id.nullable().describe('Null for a role of the operator.'),
    names,
    assignable_by: assignableBy,
    permissions,
    holders: z.int().describe('Memberships that hold it, by themselves or by a team.'),
    created_at: at,
    version: z.int().describe('The ETag without quotes.'),
  })
  .meta({ id: 'Role' })

export const newRole = z
  .strictObject({
    key: z
      .string()
      .max(100)
      .optional()
      .describe(
        'It never changes. Begins with org- for a role of an organization, and only for one; there, it follows from the name if it is absent.',
      ),
    names: names.optional(),
    assignable_by: assignableBy.optional(),
    permissions,
  })
  .meta({ id: 'NewRole' })

export const roleChange = z
  .strictObject({
    names: names.optional(),
    assignable_by: assignableBy.optional(),
    permissions: permissions.optional(),
  })
  .meta({ id: 'RoleChange', description: 'Absent members stay as they are.' })

/** What roles are named by in a body. */
export const roleNames = z
  .strictObject({ roles: z.array(z.string().max(100)).max(50).describe('By ids or keys.') })
  .meta({ id: 'RoleNames' })

type GivenRole = Omit<z.output<typeof newRole>, 'permissions'> & { permissions?: string[] | undefined }

/** A body as flows take it. */
export const roleGiven = ({ assignable_by, ...given }: GivenRole) => ({ ...given, assignableBy: assignable_by })

interface ShownRole {
  id: string
  key: string
  organizationId: string
  names: Readonly<Record<string, string>>
  assignableBy: 'owner' | 'admin'
  permissions: readonly string[]
  holders: number
  createdAt: Date
  version: number
}

export const toRole = (shown: ShownRole): z.input<typeof role> => ({
  id: shown.id,
  key: shown.key,
  organization_id: shown.organizationId || null,
  names: { ...shown.names },
  assignable_by: shown.assignableBy,
  permissions: [...shown.permissions],
  holders: shown.holders,
  created_at: shown.createdAt.toISOString(),
  version: shown.version,
})

export const roleReply = (shown: ShownRole, path: string): Reply<z.input<typeof role>> => ({
  body: toRole(shown),
  etag: String(shown.version),
  location: `${path}/${shown.id}`,
})
