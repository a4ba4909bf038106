import { type ClientMetadata, type MetadataFault, readClientMetadata } from '../../../config/client-metadata.ts'
import { newSecret } from '../../../crypto/random.ts'
import type { Client } from '../../../oidc/clients.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'

/** The metadata of a client or a resource was refused, for the reasons that a start would give for the same settings. */
export abstract class InvalidMetadata<Fault extends { member: string; fault: string }> extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(({ member, fault }) => `${member}: ${fault}`).join('; '))
  }
}

/** The first reason for each member. */
export const faultsByMember = <Member extends string>(refused: {
  faults: readonly { member: Member; fault: string }[]
}): Partial<Record<Member, string>> =>
  Object.fromEntries(refused.faults.toReversed().map(({ member, fault }) => [member, fault])) as Partial<
    Record<Member, string>
  >

export class InvalidClientMetadata extends InvalidMetadata<MetadataFault> {
  override readonly name = 'InvalidClientMetadata'
}

/** Members that a client was given, with null for those that get their default again. */
export type ClientMetadataChange = { [Member in keyof ClientMetadata]: ClientMetadata[Member] | null }

/**
 * The metadata of a client or a resource after a change. Members without a value are left out: they follow their defaults.
 */
export function changedMetadata<Metadata extends object>(
  members: readonly (keyof Metadata)[],
  before: Metadata,
  change: { [Member in keyof Metadata]: Metadata[Member] | null },
): Metadata {
  const after = { ...before, ...change }
  const isAbsent = (value: unknown) =>
    value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(
    members.flatMap((member) => (isAbsent(after[member]) ? [] : [[member, after[member]]])),
  ) as Metadata
}

export const changedMembers = <Metadata extends object>(before: Metadata, after: Metadata): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => JSON.stringify(before[member as keyof Metadata]) !== JSON.stringify(after[member as keyof Metadata]),
  )

/** RFC 7591 section 2: a client that names no method and has no keys authenticates by its secret. */
export const withMethod = (metadata: ClientMetadata): ClientMetadata => ({
  ...metadata,
  token_endpoint_auth_method:
    metadata.token_endpoint_auth_method ??
    (metadata.jwks || metadata.jwks_uri
      ? 'private_key_jwt'
      : metadata.federated_issuer
        ? 'federated_jwt'
        : 'client_secret_basic'),
})

export const needsSecret = ({ token_endpoint_auth_method: method }: ClientMetadata): boolean =>
  String(method).startsWith('client_secret')

/** 256 bits, made here: a chosen secret could be guessed. It is shown once, and only its digest is stored. */
export const newClientSecret = newSecret

/** Checks metadata and cleans the name. @throws InvalidClientMetadata */
export function checkMetadata(
  { config }: Pick<Deps, 'config'>,
  id: string,
  metadata: ClientMetadata,
  secretDigests: readonly string[],
): { client: Client; metadata: ClientMetadata } {
  const cleaned = cleanName(String(metadata.client_name ?? ''))
  const name = cleaned.ok ? cleaned.name : ''
  const checked = { ...metadata, client_name: name }
  const { client, faults } = readClientMetadata(config, id, checked, secretDigests)
  const nameFault = !cleaned.ok ? 'is longer than 100 characters or cannot be read' : name === '' ? 'is missing' : null
  const all = nameFault === null ? faults : [{ member: 'client_name' as const, fault: nameFault }, ...faults]
  if (all.length > 0) throw new InvalidClientMetadata(all)
  return { client, metadata: checked }
}
