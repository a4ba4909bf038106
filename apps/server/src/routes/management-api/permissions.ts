import * as z from 'zod'
import { requireUnrestricted } from '../../flows/management/managers.ts'
import { putPermissions } from '../../flows/management/rights/permissions.ts'
import { acrValuesSupported } from '../../oidc/acr.ts'
import { permissionLevels } from '../../oidc/permissions.ts'
import { readPermissionsDocument } from '../../oidc/permissions-document.ts'
import { list, operation, pageOf } from './operation.ts'
import { choiceIn } from './request.ts'

const names = z.record(z.string().max(35), z.string().max(80)).describe('By language (BCP 47).')
const level = z
  .enum(permissionLevels)
  .describe('Who has it without a role: every member, admins and owners, or owners.')
const minAcr = z.enum(acrValuesSupported).nullable().describe('The weakest sign-in that a token with it may come from.')

const permission = z
  .object({
    id: z.string(),
    resource: z.string().describe('The API that it is a scope of; empty for one of the application.'),
    name: z.string(),
    names,
    level,
    min_acr: minAcr,
  })
  .meta({ id: 'Permission' })

const declared = z.strictObject({ names: names.optional(), level: level.optional(), min_acr: minAcr.optional() })
const declaredRole = z.strictObject({
  names: names.optional(),
  assignable_by: z
    .enum(['owner', 'admin'])
    .optional()
    .describe('Who may give it, if they hold all of it. Default: admin.'),
  permissions: z.array(z.string().max(600)).max(300),
})

const document = z
  .strictObject({
    permissions: z
      .record(z.string().max(600), declared)
      .optional()
      .describe(
        'By name, such as `invoice.read`, or `https://api.example.com/orders orders:read` for a scope of an API.',
      ),
    roles: z
      .record(z.string().max(100), declaredRole)
      .optional()
      .describe('Roles that every organization may give, by key.'),
  })
  .meta({ id: 'PermissionsDocument', description: 'Everything that there is: what it lacks is removed.' })

const lost = z.array(
  z.object({
    name: z.string(),
    roles: z.int().describe('Roles that use it.'),
    members: z.int().describe('Members who lose it, or for `returned`, who hold it by a role.'),
    more: z.boolean().describe('There are more members than were looked at: 5,000 of the whole server.'),
  }),
)
const difference = z
  .object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    narrowed: lost.describe(
      'Of those that are added or changed: what members have no longer, or only after a stronger sign-in.',
    ),
    returned: lost.describe('Declared once more: those with a role that has it hold it again.'),
    removed: lost,
    roles_added: z.array(z.string()),
    roles_changed: lost,
    roles_removed: lost,
  })
  .meta({ id: 'PermissionsDifference' })

const flags = ['true', 'false'] as const
const flag = z.enum(flags).optional()

export const permissionOperations = [
  list({
    path: '/permissions',
    id: 'listPermissions',
    summary: 'List what people may be allowed to do',
    scope: 'roles:read',
    query: {},
    item: permission,
    run: async (call) => {
      requireUnrestricted(call.actor)
      await call.deps.permissions.refresh()
      const found = [...call.deps.permissions.all()]
        .filter(({ id, deprecatedAt }) => deprecatedAt === null && id > (call.page.after ?? ''))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      return pageOf(
        found.slice(0, call.page.limit + 1),
        call,
        ({ id }) => id,
        ({ id, resource, name, names, level, minAcr }) => ({
          id,
          resource,
          name,
          names: { ...names },
          level,
          min_acr: minAcr,
        }),
      )
    },
  }),
  operation({
    method: 'put',
    path: '/permissions',
    id: 'putPermissions',
    summary: 'Declare all permissions and all roles of the operator',
    scope: 'roles:write',
    query: {
      dry_run: flag.describe('`true`: only answer what would change.'),
      allow_removal: flag.describe(
        '`true`: take from roles and members what they have, too. Without it, that is 409 `removal`.',
      ),
    },
    refuses: [409, 422],
    body: document,
    maxBody: 262_144,
    answer: difference,
    run: async (call) => {
      const isSet = (name: 'dry_run' | 'allow_removal') => choiceIn(flags, name, call.query(name)) === 'true'
      const options = { dryRun: isSet('dry_run'), allowRemoval: isSet('allow_removal') }
      const found = await putPermissions(call.deps, call.actor, readPermissionsDocument(call.body), options)
      const { rolesAdded, rolesChanged, rolesRemoved, ...permissions } = found
      const lists = (all: typeof rolesChanged) => [...all]
      return {
        body: {
          added: [...permissions.added],
          changed: [...permissions.changed],
          narrowed: lists(permissions.narrowed),
          returned: lists(permissions.returned),
          removed: lists(permissions.removed),
          roles_added: [...rolesAdded],
          roles_changed: lists(rolesChanged),
          roles_removed: lists(rolesRemoved),
        },
      }
    },
  }),
]
