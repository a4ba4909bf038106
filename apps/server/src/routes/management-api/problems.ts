import * as z from 'zod'
import { apiResponse } from './responses.ts'

/** A refusal as RFC 9457 has it. `code` is for programs, `detail` for the developer who reads it. */
export class Problem extends Error {
  override readonly name = 'Problem'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly more: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(detail)
  }

  toResponse(): Response {
    const { status, detail, code } = this
    const { field, headers } = this.more
    const title = titles[status] ?? 'Error'
    const body = { type: 'about:blank', title, status, detail, code, ...(field ? { field } : {}) }
    return apiResponse(status, JSON.stringify(body), { 'Content-Type': 'application/problem+json', ...headers })
  }
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Unprocessable',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Unavailable',
}

/** Every value of `code`. Those about a single field are the problems that pages show beside it (apps/server/words). */
const codes = [
  'already_made',
  'already_member',
  'auth_method_refused',
  'change_pending',
  'changed_meanwhile',
  'choose_one',
  'deleted',
  'disabled_account',
  'domain_in_use',
  'domain_taken',
  'forbidden',
  'higher_operator',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'impersonation_running',
  'insufficient_scope',
  'invalid_address',
  'invalid_body',
  'invalid_client_metadata',
  'invalid_resource_metadata',
  'invalid_color',
  'invalid_date',
  'invalid_domain',
  'invalid_field',
  'invalid_image',
  'invalid_json',
  'invalid_number',
  'invalid_phone',
  'invalid_picture',
  'invalid_radius',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_slug',
  'invalid_token',
  'invalid_url',
  'invalid_value',
  'key_too_young',
  'last_owner',
  'last_secret',
  'malformed',
  'metadata_address',
  'method_not_allowed',
  'name_too_long',
  'needs_dns',
  'no_domain',
  'no_links',
  'no_record',
  'no_secret',
  'not_a_member',
  'not_a_tenant',
  'not_allowed',
  'not_an_issuer',
  'not_available',
  'not_found',
  'not_held',
  'not_https',
  'not_in_themes',
  'not_searchable',
  'not_verified',
  'not_writable',
  'operator_account',
  'operators_only',
  'other_provider',
  'owner_not_allowed',
  'private_host',
  'proof_by_mail',
  'provider_issuer',
  'provider_metadata',
  'provider_unreachable',
  'read_only',
  'removal',
  'required',
  'reserved',
  'role_key',
  'roles_of_server',
  'rotation_under_way',
  'same_account',
  'server_error',
  'sign_in_required',
  'successor_domains',
  'successor_settings',
  'taken',
  'team_has_roles',
  'team_open',
  'text_too_long',
  'too_long',
  'too_many',
  'too_many_connections',
  'too_many_domains',
  'too_many_endpoints',
  'too_many_links',
  'too_many_mappings',
  'too_many_requests',
  'too_much_markup',
  'two_secrets',
  'type',
  'unavailable',
  'unknown',
  'unknown_action',
  'unknown_role',
  'unknown_permission',
  'unproven_link',
  'unreadable',
  'unreadable_color',
  'wrong_placeholders',
] as const

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For developers.'),
    code: z.enum(codes).describe('For programs. New codes may be added.'),
    field: z.string().optional().describe('The field of the body that was refused.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457.' })
