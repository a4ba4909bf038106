import { digest, newId, newSecret } from '../../../crypto/random.ts'
import { type RegistrationPolicy, registrableGrants } from '../../../oidc/dynamic-clients/registration.ts'
import { isScopeName, isServerScope } from '../../../oidc/scopes.ts'
import {
  findInitialAccessToken,
  findUsableToken,
  type InitialAccessTokenRecord,
  insertInitialAccessToken,
  listInitialAccessTokens as listRecords,
  revokeToken,
} from '../../../store/prisma/clients/initial-access-tokens.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type ClientManager, requireRightsOver } from '../clients/client-managers.ts'

/** A token that may be used now. */
export interface UsableToken {
  id: string
  name: string
  policy: RegistrationPolicy
  /** Null for any number. */
  usesLeft: number | null
}

/** What allows clients to register, as those who manage it see it. The token itself is not known any more. */
export interface InitialAccessToken extends UsableToken {
  usedAt: Date | null
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

export interface NewInitialAccessToken {
  name: string
  policy: RegistrationPolicy
  uses: number | null
  /** Seconds. */
  expiresIn: number
}

/** Seconds, and how often a token may be used. */
const initialTokenLimits = { expiresIn: 365 * 24 * 60 * 60, uses: 10_000, hosts: 50, scopes: 50 } as const

const toToken = (record: InitialAccessTokenRecord): InitialAccessToken => ({
  ...record,
  policy: JSON.parse(record.policy) as RegistrationPolicy,
})

export async function findUsableInitialAccessToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  shown: string,
): Promise<UsableToken | null> {
  const record = await findUsableToken(db, digest(shown), now())
  return record && toToken(record)
}

/** What is wrong with a new token, as a member and a sentence. */
export class InvalidInitialAccessToken extends Error {
  override readonly name = 'InvalidInitialAccessToken'
  constructor(
    readonly member: keyof NewInitialAccessToken | keyof RegistrationPolicy,
    readonly fault: string,
  ) {
    super(`${member} ${fault}`)
  }
}

const isCount = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max

function checkToken({ policy, uses, expiresIn }: NewInitialAccessToken): void {
  const { grantTypes, scopes, redirectHosts, maxClients } = policy
  if (!isCount(expiresIn, initialTokenLimits.expiresIn))
    throw new InvalidInitialAccessToken('expiresIn', `must be 1 to ${initialTokenLimits.expiresIn} seconds`)
  if (uses !== null && !isCount(uses, initialTokenLimits.uses))
    throw new InvalidInitialAccessToken('uses', `must be 1 to ${initialTokenLimits.uses}`)
  if (maxClients !== null && !isCount(maxClients, initialTokenLimits.uses))
    throw new InvalidInitialAccessToken('maxClients', `must be 1 to ${initialTokenLimits.uses}`)
  if (grantTypes.length === 0 || grantTypes.some((grant) => !registrableGrants.some((known) => known === grant)))
    throw new InvalidInitialAccessToken('grantTypes', `must be some of ${registrableGrants.join(', ')}`)
  if (scopes && (scopes.length === 0 || scopes.length > initialTokenLimits.scopes || !scopes.every(isScopeName)))
    throw new InvalidInitialAccessToken('scopes', `must be 1 to ${initialTokenLimits.scopes} scopes`)
  // A token is handed on: what it allows must not include the management of this server.
  if (scopes?.some(isServerScope)) throw new InvalidInitialAccessToken('scopes', 'has a scope of the management API')
  if (redirectHosts && (redirectHosts.length === 0 || redirectHosts.length > initialTokenLimits.hosts))
    throw new InvalidInitialAccessToken('redirectHosts', `must be 1 to ${initialTokenLimits.hosts} hosts`)
  for (const host of redirectHosts ?? [])
    if (!/^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+(\.[a-z0-9-]+)+)$/.test(host))
      throw new InvalidInitialAccessToken('redirectHosts', 'has an item that is not a host name in lower case')
}

/** Makes a token. It is returned here, and never again. @throws InvalidInitialAccessToken */
export async function createInitialAccessToken(
  deps: Deps,
  manager: ClientManager,
  given: NewInitialAccessToken,
): Promise<{ token: InitialAccessToken; secret: string }> {
  requireRightsOver(manager)
  const cleaned = cleanName(given.name)
  if (!cleaned.ok || cleaned.name === '') throw new InvalidInitialAccessToken('name', 'must be 1 to 100 characters')
  checkToken(given)
  const secret = `iat_${newSecret()}`
  const now = deps.now()
  const record: InitialAccessTokenRecord = {
    id: newId(now),
    digest: digest(secret),
    name: cleaned.name,
    policy: JSON.stringify(given.policy),
    usesLeft: given.uses,
    usedAt: null,
    createdByKind: manager.actor.kind,
    createdById: manager.actor.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + given.expiresIn * 1000),
    revokedAt: null,
  }
  await inTransaction(deps, async (tx) => {
    await insertInitialAccessToken(tx, record)
    await tx.record(manager.actor, {
      action: 'initial_access_token.created',
      target: ['initial-access-token', record.id],
      detail: { name: record.name },
    })
  })
  return { token: toToken(record), secret }
}

/** A page of tokens, newest first. */
export async function listInitialAccessTokens(
  deps: Deps,
  manager: ClientManager,
  page: { before: string | null; limit: number },
): Promise<InitialAccessToken[]> {
  requireRightsOver(manager)
  return (await listRecords(deps.db, page)).map(toToken)
}

/** @throws OperationRefused not-found */
export async function getInitialAccessToken(
  deps: Deps,
  manager: ClientManager,
  id: string,
): Promise<InitialAccessToken> {
  requireRightsOver(manager)
  const record = await findInitialAccessToken(deps.db, id)
  if (!record) throw new OperationRefused('not-found')
  return toToken(record)
}

/** From now on nobody registers with it. The clients that did stay. */
export async function revokeInitialAccessToken(deps: Deps, manager: ClientManager, id: string): Promise<void> {
  const { name } = await getInitialAccessToken(deps, manager, id)
  await inTransaction(deps, async (tx) => {
    if (!(await revokeToken(tx, id, deps.now()))) return
    await tx.record(manager.actor, {
      action: 'initial_access_token.revoked',
      target: ['initial-access-token', id],
      detail: { name },
    })
  })
}
