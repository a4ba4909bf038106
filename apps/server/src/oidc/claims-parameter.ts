import { OAuthError } from './errors.ts'
import { JsonFault, parseJsonObject } from './json.ts'

/** One entry of the claims parameter: null, or the requirements on its value (OIDC Core 5.5.1). */
export interface ClaimRequest {
  essential?: boolean
  value?: string
  values?: string[]
}

export interface RequestedClaims {
  userinfo: Record<string, ClaimRequest | null>
  idToken: Record<string, ClaimRequest | null>
}

const maxLength = 2048
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the claims parameter (OIDC Core 5.5). Names from outside never index an object with a prototype. */
export function parseClaimsParameter(text: string | undefined): RequestedClaims | undefined {
  if (text === undefined) return undefined
  if (text.length > maxLength) throw new OAuthError('invalid_request', `claims is longer than ${maxLength} characters`)
  let parsed: Record<string, unknown>
  try {
    parsed = parseJsonObject(text)
  } catch (error) {
    throw error instanceof JsonFault ? new OAuthError('invalid_request', `claims ${error.message}`) : error
  }
  return { userinfo: parseMember(parsed, 'userinfo'), idToken: parseMember(parsed, 'id_token') }
}

function parseMember(claims: Record<string, unknown>, name: string): Record<string, ClaimRequest | null> {
  const result: Record<string, ClaimRequest | null> = Object.create(null)
  if (!Object.hasOwn(claims, name) || claims[name] === null) return result
  const member = claims[name]
  if (!isObject(member)) throw new OAuthError('invalid_request', `claims.${name} must be an object`)
  for (const [claim, wanted] of Object.entries(member)) {
    if (claim === '__proto__') throw new OAuthError('invalid_request', 'claims contains a name that is not a claim')
    result[claim] = wanted === null ? null : parseRequest(wanted)
  }
  return result
}

function parseRequest(wanted: unknown): ClaimRequest {
  if (!isObject(wanted)) throw new OAuthError('invalid_request', 'a member of claims must be null or an object')
  const { essential, value, values } = wanted
  if (essential !== undefined && typeof essential !== 'boolean') {
    throw new OAuthError('invalid_request', 'essential must be true or false')
  }
  if (values !== undefined && !(Array.isArray(values) && values.every((item) => typeof item === 'string'))) {
    throw new OAuthError('invalid_request', 'values must be a list of strings')
  }
  return {
    ...(essential === undefined ? {} : { essential }),
    ...(typeof value === 'string' ? { value } : {}),
    ...(values === undefined ? {} : { values: values as string[] }),
  }
}
