import type { Problem } from '../../platform/operation-refused.ts'
/** What a person mistyped, under the name of the field. */
export type Problems = Partial<
  Record<
    | 'given_name'
    | 'family_name'
    | 'organization'
    | 'organization_name'
    | 'organization_slug'
    | 'invite'
    | 'team'
    | 'team_name'
    | 'accept_terms'
    | 'passkey'
    | `fields.${string}`,
    Problem
  >
>
export type Result = { ok: true } | Failure

interface Failure {
  ok: false
  problems: Problems
}

export const fail = (problems: Problems): Failure => ({ ok: false, problems })
