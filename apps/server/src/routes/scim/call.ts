import type { AuthenticatedDirectory } from '../../flows/directory/types.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { Params } from '../../oidc/params.ts'
import type { ScimAnswer } from './answers.ts'

/** A request whose token is of the directory in its path. */
export interface ScimCall {
  deps: Deps
  directory: AuthenticatedDirectory
  /** The address of the directory: of ISSUER, whatever host the request was sent to. */
  address: string
  /** The last part of the path, for a single resource. */
  id: string
  query: Params
  request: Request
}

export type ScimOperation = (call: ScimCall) => Promise<ScimAnswer>
