import type { CheckName, FederationCheck } from '../../../oidc/federation/checks.ts'
import { shortened } from '../../../oidc/federation/checks.ts'
import type { FederationReason } from '../../../oidc/federation/reasons.ts'

/** An answer of a provider was refused: by which check, and what was expected and received. */
export class UpstreamRefused extends Error {
  override readonly name = 'UpstreamRefused'
  readonly check: FederationCheck
  constructor(
    readonly reason: FederationReason,
    name: CheckName,
    { expected, received, cause }: { expected?: unknown; received?: unknown; cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.check = {
      name,
      state: 'failed',
      ...(expected === undefined ? {} : { expected: shortened(expected) }),
      ...(received === undefined ? {} : { received: shortened(received) }),
    }
  }
}
