export type RefusalReason =
  | 'not-found'
  | 'forbidden'
  | 'last-owner'
  | 'taken'
  | 'invalid'
  | 'changed-meanwhile'
  | 'not-a-member'
  | 'too-many'
  | 'read-only'
  | 'deleted'
  | 'no-secret'
  | 'two-secrets'
  | 'last-secret'

/** What is wrong with an input, as a code. The pages have words for each in every language (pages/words). */
export type Problem =
  | 'invalid-address'
  | 'malformed'
  | 'wrong'
  | 'too-many-failures'
  | 'not-allowed'
  | 'required'
  | 'too-long'
  | 'unreadable'
  | 'must-accept'
  | 'terms-changed'
  | 'not-available'
  | 'taken'
  | 'choose-one'
  | 'passkey-refused'
  | 'passkey-unknown'
  | 'last-passkey'
  | 'invalid-url'
  | 'invalid-phone'
  | 'invalid-date'
  | 'too-many-addresses'
  | 'must-confirm'
  | 'invalid-slug'
  | 'already-member'
  | 'too-many-invitations'
  | 'invitation-void'
  | 'invalid-domain'
  | 'domain-taken'
  | 'no-record'
  | 'not-verified'
  | 'needs-dns'
  | 'too-many-domains'
  | 'private-host'
  | 'unknown-action'
  | 'too-many-endpoints'
  | 'invalid-number'
  | 'not-allowed-here'
  | 'belongs-elsewhere'
  | 'operators-only'
  | 'last-owner'
  | 'no-such-member'
  | 'choose-owner'
  | 'passkey-needed'
  | 'address-reserved'
  | 'not-managed'
  | 'higher-operator'
  | 'no-account'
  | 'role-too-high'
  | 'own-recovery'
  | 'no-recovery'
  | 'sign-in-again'

/** The operation was refused, and nothing was changed. `field` and `problem` are for a form. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused'
  constructor(
    readonly reason: RefusalReason,
    readonly field: string | null = null,
    readonly problem: Problem | null = null,
  ) {
    super(`refused: ${reason}${problem ? ` (${field}: ${problem})` : ''}`)
  }
}
