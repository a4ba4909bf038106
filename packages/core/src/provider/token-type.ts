import type { TokenEndpointResponse } from 'oauth4webapi'
import type { DPoP } from '../model/dpop.ts'

/**
 * A client must not use a token of a type that it does not understand (RFC 6749 section 7.1): without the key, a bound token would be
 * rejected everywhere; and a token that should be bound and is not could be used by whoever finds it (RFC 9449 section 5).
 *
 * @param dpop the key that tokens are requested for
 */
export function checkTokenType({ token_type: type }: TokenEndpointResponse, dpop: DPoP | undefined): void {
  if (type !== (dpop ? 'dpop' : 'bearer')) throw new Error(`tokens of type ${type} are not expected`)
}
