import type { Context } from 'hono'
import type { Config } from '../../config/settings.ts'
import { InvalidClientMetadata } from '../../flows/management/clients/client-metadata.ts'
import { InvalidField } from '../../flows/management/fields/fields.ts'
import { InvalidInitialAccessToken } from '../../flows/management/registration/initial-access-tokens.ts'
import { InvalidResourceMetadata } from '../../flows/management/resources/resources.ts'
import { RemovalNotAllowed } from '../../flows/management/rights/permissions.ts'
import { linesOf } from '../../flows/management/rights/permissions-file.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { FieldRefused } from '../../flows/platform/fields/field-refused.ts'
import { TooManyAttempts } from '../../flows/platform/limits.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { apiMetadataUrl } from '../../flows/tokens/api-audience.ts'
import { logFailure } from '../../http/api-errors.ts'
import { NoBearer, nonceOf, tokenChallenge, tokenErrorStatus } from '../../http/bearer.ts'
import { errorCase, matchError } from '../../http/error-cases.ts'
import { HttpError } from '../../http/http-error.ts'
import { refusalStatus } from '../../http/refusal-status.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { InvalidPermissions } from '../../oidc/permissions-document.ts'
import { Problem } from './problems.ts'

/** The access token is missing or not valid (RFC 6750 section 3). */
export const unauthorized = ({ config }: Deps, c: Context, detail: string, error?: string): Problem =>
  new Problem(401, 'invalid_token', detail, {
    headers: apiChallenge(config, c, error === undefined ? {} : { error, error_description: detail }),
  })

/** A challenge that names the metadata of this API (RFC 9728 section 5.1). */
export const apiChallenge = (
  config: Pick<Config, 'dpop' | 'issuer'>,
  c: Context,
  attributes: Record<string, string>,
) => ({
  'WWW-Authenticate': tokenChallenge(config, c, { ...attributes, resource_metadata: apiMetadataUrl(config) }),
})

/** A proof that was refused (RFC 9449 section 7.1). Null for any other error. */
function refusedProof({ config }: Deps, error: unknown, c: Context): Problem | null {
  if (!(error instanceof OAuthError) || tokenErrorStatus(error) !== 401) return null
  const { code, description } = error
  return new Problem(401, code, description, {
    headers: { ...apiChallenge(config, c, { error: code, error_description: description }), ...nonceOf(error) },
  })
}

/** What the API calls the members of a new token. */
const memberNames: Record<InvalidInitialAccessToken['member'], string> = {
  name: 'name',
  policy: 'policy',
  uses: 'uses',
  expiresIn: 'expires_in',
  grantTypes: 'grant_types',
  scopes: 'scope',
  redirectHosts: 'redirect_hosts',
  maxClients: 'max_clients',
  firstParty: 'first_party',
  pkceOptional: 'pkce_optional',
}

/** The problem for each kind of error. */
const cases = [
  errorCase(Problem, (problem) => problem),
  errorCase(FieldRefused, (refusal) => {
    const { fault, field } = refusal
    const detail = `${field}: ${fault.replaceAll('-', ' ')}`
    return new Problem(refusalStatus(refusal), fault.replaceAll('-', '_'), detail, { field: field ?? undefined })
  }),
  errorCase(OperationRefused, (refusal) => {
    const { reason, field, problem, hint } = refusal
    const fault = problem ? `${field}: ${problem}` : reason.replaceAll('-', ' ')
    const detail = hint ? `${fault} (${hint})` : fault
    const code = (problem ?? reason).replaceAll('-', '_')
    return new Problem(refusalStatus(refusal), code, detail, { field: field ?? undefined })
  }),
  // RFC 7591 section 3.2.2.
  errorCase(InvalidClientMetadata, ({ faults, message }) => {
    const [field] = faults.map(({ member }) => member)
    const code = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return new Problem(422, code, message, { field })
  }),
  errorCase(InvalidInitialAccessToken, ({ member, fault }) => {
    const field = memberNames[member]
    return new Problem(422, 'invalid_body', `${field}: ${fault}`, { field })
  }),
  errorCase(
    InvalidResourceMetadata,
    ({ faults, message }) => new Problem(422, 'invalid_resource_metadata', message, { field: faults[0]?.member }),
  ),
  errorCase(InvalidPermissions, ({ code, message }) => {
    return new Problem(422, code === 'invalid' || code === 'permission_name' ? 'invalid_body' : code, message)
  }),
  errorCase(
    RemovalNotAllowed,
    ({ difference }) =>
      new Problem(
        409,
        'removal',
        `roles or members would lose something: ${linesOf(difference).join('; ').slice(0, 2000)}`,
      ),
  ),
  errorCase(
    InvalidField,
    ({ faults, message }) => new Problem(422, 'invalid_field', message, { field: faults[0]?.member }),
  ),
  errorCase(
    TooManyAttempts,
    ({ retryAfter }) =>
      new Problem(429, 'too_many_requests', 'too many requests; try again later', {
        headers: { 'Retry-After': String(retryAfter) },
      }),
  ),
  errorCase(OAuthError, ({ code, description }) => new Problem(400, code, description)),
  errorCase(
    HttpError,
    ({ status, description, headers }) =>
      new Problem(status, status === 404 ? 'not_found' : 'invalid_request', description, { headers }),
  ),
]

/** The problem for any error. An unexpected one is logged under a reference that `detail` shows. */
export function problemOf(deps: Deps, error: unknown, c: Context): Problem {
  if (error instanceof NoBearer) return unauthorized(deps, c, 'an access token is required')
  const expected = refusedProof(deps, error, c) ?? matchError(cases, error)
  if (expected) return expected
  if (deps.health.report(error))
    return new Problem(503, 'unavailable', 'the database cannot be reached', { headers: { 'Retry-After': '2' } })
  const reference = logFailure(deps, error, c)
  return new Problem(500, 'server_error', `something went wrong; the log has it under ${reference}`)
}
