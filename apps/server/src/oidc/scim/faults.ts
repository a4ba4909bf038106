/** Why a request is refused (RFC 7644 section 3.12, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** What a client of a directory is refused with. `detail` says nothing of other organizations, and repeats no secret. */
export class ScimFault extends Error {
  override readonly name = 'ScimFault'
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503,
    readonly detail: string,
    readonly scimType: ScimType | null = null,
  ) {
    super(detail)
  }
}

export const invalidValue = (detail: string): ScimFault => new ScimFault(400, detail, 'invalidValue')
export const invalidSyntax = (detail: string): ScimFault => new ScimFault(400, detail, 'invalidSyntax')

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of a refusal. Its status is text (RFC 7644 section 3.12). */
export const errorDocument = ({ status, scimType, detail }: Pick<ScimFault, 'status' | 'scimType' | 'detail'>) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType === null ? {} : { scimType }),
  detail,
})
