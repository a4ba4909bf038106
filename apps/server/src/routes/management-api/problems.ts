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
  'already_member',
  'change_pending',
  'changed_meanwhile',
  'choose_one',
  'deleted',
  'disabled_account',
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
  'key_too_young',
  'last_owner',
  'last_secret',
  'method_not_allowed',
  'name_too_long',
  'needs_dns',
  'no_links',
  'no_record',
  'no_secret',
  'not_a_member',
  'not_available',
  'not_found',
  'not_in_themes',
  'not_verified',
  'operator_account',
  'operators_only',
  'private_host',
  'read_only',
  'required',
  'same_account',
  'server_error',
  'taken',
  'text_too_long',
  'too_long',
  'too_many',
  'too_many_domains',
  'too_many_endpoints',
  'too_many_requests',
  'too_much_markup',
  'two_secrets',
  'unavailable',
  'unknown_action',
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
