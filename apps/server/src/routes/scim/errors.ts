import type { Context } from 'hono'
import { type DirectoryRefusal, DirectoryRefused } from '../../flows/directory/types.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { TooManyAttempts } from '../../flows/platform/limits.ts'
import { logFailure } from '../../http/api-errors.ts'
import { errorCase, matchError } from '../../http/error-cases.ts'
import { HttpError } from '../../http/http-error.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { JsonFault } from '../../oidc/json.ts'
import { invalidSyntax, ScimFault } from '../../oidc/scim/faults.ts'

/** A refusal, with what its answer needs in its headers. */
interface Refused {
  fault: ScimFault
  headers: Record<string, string>
}

/** A refusal that a client is to repeat later, in seconds. */
const retryLater = (status: 429 | 503, detail: string, seconds: number): Refused => ({
  fault: new ScimFault(status, detail),
  headers: { 'Retry-After': String(seconds) },
})

const refusals: Record<DirectoryRefusal, (attribute: string) => ScimFault> = {
  'not-found': () => notFound,
  taken: (attribute) => new ScimFault(409, `another resource has this ${attribute}`, 'uniqueness'),
  version: () => new ScimFault(412, 'the resource was changed meanwhile'),
  'too-many': (attribute) => new ScimFault(400, `too many ${attribute}`, 'tooMany'),
  'unknown-member': () =>
    new ScimFault(400, 'a member is neither a user nor a group of this directory', 'invalidValue'),
}

const notFound = new ScimFault(404, 'there is no such resource')

/** The owner has paused the directory. */
export class DirectoryPaused extends Error {
  override readonly name = 'DirectoryPaused'
}

/** Seconds until a client asks a directory again that is paused. */
const pause = 300

const plain = (fault: ScimFault): Refused => ({ fault, headers: {} })

const cases = [
  errorCase(ScimFault, plain),
  errorCase(DirectoryRefused, ({ reason, attribute }) => plain(refusals[reason](attribute ?? 'name'))),
  errorCase(JsonFault, ({ message }) => plain(invalidSyntax(`the body ${message}`))),
  // What is not text in UTF-8.
  errorCase(OAuthError, ({ description }) => plain(invalidSyntax(description))),
  errorCase(HttpError, ({ status, description, headers }) => ({
    fault: new ScimFault(status === 414 ? 400 : status, description, status === 400 ? 'invalidSyntax' : null),
    headers,
  })),
  errorCase(DirectoryPaused, () => retryLater(503, 'the owner has paused this directory', pause)),
  errorCase(TooManyAttempts, ({ retryAfter }) => retryLater(429, 'too many requests; try again later', retryAfter)),
]

/** The refusal for any error. An unexpected one is logged under a reference that `detail` shows. */
export function refusalOf(deps: Deps, error: unknown, c: Context): Refused {
  const expected = matchError(cases, error)
  if (expected) return expected
  if (deps.health.report(error)) return retryLater(503, 'the database cannot be reached', 2)
  return plain(new ScimFault(500, `something went wrong; the log has it under ${logFailure(deps, error, c)}`))
}
