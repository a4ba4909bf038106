import * as z from 'zod'
import { profileFields } from '../flows/account/profile.ts'
import { roleNames } from '../flows/organizations/rules.ts'

/** The resources of the management API. The OpenAPI document and the checks of bodies are both made of these. */

const id = z.string().describe('Opaque, stable, never reused.')
const at = z.string().meta({ format: 'date-time', description: 'RFC 3339, in UTC.' })
const roles = z
  .array(z.enum(roleNames))
  .min(1)
  .refine((given) => new Set(given).size === given.length, 'each role once')
  .describe('At least one of owner, admin, member, each once.')
const text = z.string().max(500)

export const userSchema = z
  .object({
    id: id.describe('The `sub` of tokens.'),
    email: z.string().nullable().describe('The primary address.'),
    addresses: z.array(z.object({ address: z.string(), primary: z.boolean(), verified_at: at })),
    ...Object.fromEntries(profileFields.map((field) => [field, z.string().nullable()])),
    phone_verified: z.boolean(),
    disabled: z.boolean(),
    created_at: at,
    updated_at: at,
  })
  .meta({ id: 'User' })

const profile = Object.fromEntries(
  profileFields.map((field) => [field, text.nullable().optional().describe('null or an empty text clears it.')]),
)
export const newUserSchema = z.strictObject({ email: z.string().max(254), ...profile }).meta({ id: 'NewUser' })
export const userChangeSchema = z
  .strictObject({ disabled: z.boolean().optional(), ...profile })
  .meta({ id: 'UserChange' })

export const organizationSchema = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    logo_url: z.string().nullable(),
    require_passkey: z.boolean(),
    session_max: z.int().nullable().describe('Seconds after which a sign-in is too old to act for it.'),
    members_make_teams: z.boolean(),
    version: z.int().describe('The ETag, without its quotes.'),
    created_at: at,
    delete_after: at.nullable().describe('Set from its deletion on: it ends then.'),
    approved: z.boolean().describe('Its invitations open sign-up where SIGN_UP is not open.'),
  })
  .meta({ id: 'Organization' })

export const newOrganizationSchema = z
  .strictObject({ name: text, slug: text.optional(), owner: id.describe('The user who owns it.') })
  .meta({ id: 'NewOrganization' })
export const organizationChangeSchema = z
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
        'Whether its invitations open sign-up where SIGN_UP is not open. Not for a client of one organization.',
      ),
  })
  .meta({ id: 'OrganizationChange' })

export const memberSchema = z
  .object({ user_id: id, name: z.string(), email: z.string().nullable(), roles, teams: z.array(id), created_at: at })
  .meta({ id: 'Member' })
export const rolesSchema = z.strictObject({ roles }).meta({ id: 'Roles' })

export const teamSchema = z
  .object({ id, slug: z.string(), name: z.string(), members: z.array(id), created_at: at })
  .meta({ id: 'Team' })
export const newTeamSchema = z.strictObject({ name: text, slug: text.optional() }).meta({ id: 'NewTeam' })
export const teamChangeSchema = z.strictObject({ name: text }).meta({ id: 'TeamChange' })

export const invitationSchema = z
  .object({
    id,
    email: z.string(),
    roles: z.array(z.string()),
    teams: z.array(id),
    client_id: z.string().nullable(),
    created_at: at,
    expires_at: at,
  })
  .meta({ id: 'Invitation' })
export const newInvitationSchema = z
  .strictObject({
    email: z.string().max(254),
    roles: roles.optional(),
    teams: z.array(id).max(20).optional(),
    client_id: z.string().optional().describe('The application that one lands in.'),
    locale: z.string().max(35).optional().describe('Of the mail, when the person is not known.'),
  })
  .meta({ id: 'NewInvitation' })

export const sessionSchema = z
  .object({
    id,
    acr: z.string(),
    amr: z.array(z.string()),
    network: z.string(),
    user_agent: z.string(),
    authenticated_at: at,
    seen_at: at,
    expires_at: at,
  })
  .meta({ id: 'Session' })
export const grantSchema = z
  .object({ client_id: z.string(), scope: z.array(z.string()), created_at: at })
  .meta({ id: 'Grant' })

export const eventSchema = z
  .object({
    id,
    at,
    action: z.string(),
    actor: z.object({ kind: z.string(), id: z.string().nullable() }),
    organization: id.nullable(),
    target: z.object({ kind: z.string(), id: z.string().nullable() }).nullable(),
    network: z.string().nullable(),
    result: z.enum(['ok', 'refused']),
    detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditEvent' })

/** Everything that `code` may be, for programs. The words of fields are those of the pages (pages/words). */
export const problemCodes = [
  'already_member',
  'changed_meanwhile',
  'forbidden',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'insufficient_scope',
  'invalid_address',
  'invalid_body',
  'invalid_date',
  'invalid_json',
  'invalid_number',
  'invalid_phone',
  'invalid_request',
  'invalid_slug',
  'invalid_token',
  'invalid_url',
  'last_owner',
  'method_not_allowed',
  'not_a_member',
  'not_available',
  'not_found',
  'required',
  'server_error',
  'taken',
  'too_long',
  'too_many_requests',
  'unavailable',
  'unreadable',
] as const

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For the developer who reads it.'),
    code: z.enum(problemCodes).describe('For programs. New ones may come.'),
    field: z.string().optional().describe('The member of the body that is refused.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457.' })
