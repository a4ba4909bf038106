import { digest } from '../../crypto/random.ts'
import type { Person } from '../../oidc/claims.ts'
import { type SocialProvider, socialNames } from '../../oidc/federation/connection.ts'
import {
  findIdentitiesOf,
  type IdentityKey,
  type StoredIdentity,
} from '../../store/beyond-prisma/people/external-identities.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findPerson } from '../../store/hot/people.ts'
import { notify } from '../delivery/notices.ts'
import { actOnPerson } from '../identity/operator-protection.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof, type MissingProof } from '../identity/step-up.ts'
import { forgetPeople } from '../organizations/members/company-sign-ins.ts'
import { type Actor, type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { hasFederation } from './upstream/upstream-client.ts'

/** An identity at a provider that signs in to an account, as its person and operators see it. */
export interface LinkedIdentity extends StoredIdentity {
  /** What forms name it by: it says nothing of who somebody is there. */
  id: string
  /** Of the connection, or of the social provider. */
  name: string
}

/** Where a person may sign in besides this server, the oldest link first. Nothing is asked while nobody can. */
export const linkedIdentities = async (
  { config, db }: Pick<Deps, 'config' | 'db'>,
  userId: string,
): Promise<LinkedIdentity[]> => (hasFederation(config) ? identitiesIn(db, userId) : [])

const identitiesIn = async (store: SqlStore, userId: string): Promise<LinkedIdentity[]> =>
  (await findIdentitiesOf(store, userId)).map((stored) => ({
    ...stored,
    id: idOf(stored),
    name: nameOfIdentity(stored),
  }))

/** What pages and mails call the provider of an identity. */
export const nameOfIdentity = ({
  connectionName,
  connectionId,
  issuer,
}: Pick<StoredIdentity, 'connectionName' | 'connectionId' | 'issuer'>): string =>
  connectionName ?? socialNames[connectionId as SocialProvider] ?? issuer

const idOf = ({ connectionId, issuer, subject }: IdentityKey): string =>
  digest(JSON.stringify(['identity', connectionId, issuer, subject]))

/**
 * Removes an identity from the account of whoever is signed in. It is no way in any more, and what began by it ends. Their
 * mailbox is one still, unless the organization of its domain demands its own sign-in: then it stays.
 */
export async function removeIdentity(
  deps: Deps,
  signedIn: SignedIn,
  id: string,
  visitor: Visitor,
): Promise<'company-sign-in' | MissingProof | null> {
  const { person } = signedIn
  return inTransaction(deps, async (tx) => {
    const proof = await lockedProof(deps, tx, signedIn, 'passkeys')
    if (proof.missing) return tx.takeBack(proof.missing)
    const identity = await identityIn(tx, person.id, id)
    if (!identity) return tx.takeBack(null)
    if (identity.enforced) return tx.takeBack('company-sign-in' as const)
    await unlink(deps, tx, userActor(person.id, visitor.network), { person, identity, visitor })
    return null
  })
}

/** The same by an operator. Whoever has to sign in by their company is linked again at their next sign-in, once they confirm it. */
export async function removeIdentityByOperator(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
  id: string,
): Promise<void> {
  await actOnPerson(deps, actor, { userId, action: 'identity.unlinked' }, async (tx) => {
    const [person, identity] = [await findPerson(tx, userId), await identityIn(tx, userId, id)]
    if (!person || !identity) throw new OperationRefused('not-found')
    await unlink(deps, tx, actor, { person, identity, visitor: {} })
  })
}

const identityIn = async (tx: AuditedTransaction, userId: string, id: string): Promise<LinkedIdentity | undefined> =>
  (await identitiesIn(tx, userId)).find((identity) => identity.id === id)

async function unlink(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  { person, identity, visitor }: { person: Person; identity: LinkedIdentity; visitor: Partial<Visitor> },
): Promise<void> {
  const { connectionId, organizationId, name, email } = identity
  const people = { organizationId, connectionIds: [connectionId], userIds: [person.id] }
  await forgetPeople(deps, tx, actor, people, identity)
  const detail = email ? `${name} · ${email}` : name
  await notify(deps, tx, { person, visitor, event: 'identity-unlinked', detail, page: '/account/passkeys' })
}
