import { findAddresses, findUserByEmail, isDisabled } from '../../../store/hot/people.ts'
import { type CodeProblem, redeemCode } from '../../identity/email-codes.ts'
import { verifyAssertion } from '../../identity/passkeys/assertion.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { countNetwork } from '../sign-in/attempt.ts'
import {
  arrive,
  type CompanyAnswer,
  companyInUse,
  isOfAnother,
  isOfOrganization,
  isProvisioned,
  makeMember,
} from './company.ts'
import { connectTarget } from './connect-codes.ts'
import { linkHeldIdentity, type OpenedIdentity, openIdentity } from './held-identities.ts'
import { type FederatedResult, refused } from './result.ts'

export type ConnectProblem = CodeProblem | 'passkey-refused' | 'passkey-unknown'

/** What came of the page that connects an account. Null if nothing waits any more. */
export type ConnectResult = FederatedResult | { kind: 'problem'; problem: ConnectProblem } | null

/** Connects the account by the code that was mailed to it. */
export async function connectByCode(
  deps: Deps,
  open: OpenInteraction,
  input: string,
  visitor: Visitor,
): Promise<ConnectResult> {
  const held = await openIdentity(deps, open)
  if (!held || held.social) return null
  await countNetwork(deps, { method: 'company', interaction: open.interaction, address: held.address, visitor })
  const problem = await redeemCode(deps, connectTarget(open, held.address), input)
  if (problem) return { kind: 'problem', problem }
  const userId = held.userId ?? (await findUserByEmail(deps.db, held.address))?.id ?? null
  if (userId === null) return connectNew(deps, open, held, visitor)
  // The mailbox has to be the account's still: its owner may have removed it since.
  const owns = (await findAddresses(deps.db, userId)).some(({ address }) => address === held.address)
  return owns ? connect(deps, open, { held, userId, isShown: isOwnAddress(held) }, visitor) : null
}

/** Connects it by a passkey of the account. */
export async function connectByPasskey(
  deps: Deps,
  open: OpenInteraction,
  credential: string,
  visitor: Visitor,
): Promise<ConnectResult> {
  const held = await openIdentity(deps, open)
  if (!held || held.social) return null
  await countNetwork(deps, { method: 'company', interaction: open.interaction, address: held.address, visitor })
  const assertion = await verifyAssertion(deps, open.interaction.id, credential)
  if (!assertion.ok) return { kind: 'problem', problem: assertion.problem }
  const { userId } = assertion.passkey
  if (userId !== held.userId) return { kind: 'problem', problem: 'passkey-refused' }
  return connect(deps, open, { held, userId, isShown: false }, visitor)
}

/** Whether codes went to the address that the provider named. */
const isOwnAddress = ({ identity, address }: OpenedIdentity): boolean =>
  canonicalAddress(identity.email ?? '') === address

/**
 * What was held for up to an hour is asked about again, as at the answer of the provider: it may have been turned off since, or
 * trusted with other domains.
 */
async function answerOf(deps: Deps, held: OpenedIdentity): Promise<CompanyAnswer | FederatedResult> {
  const company = await companyInUse(deps, held.connectionId)
  if (!company) return refused('connection-off')
  const { issuer, clientId } = company.connection
  if (issuer !== held.identity.issuer || clientId !== held.clientId) return refused('connection-changed')
  const answer = { ...company, attemptId: held.attemptId, facts: held }
  const address = canonicalAddress(held.identity.email ?? '')
  return address !== null && (await isOfOrganization(deps, answer, address)) ? answer : refused('outside-domain')
}

/** The mailbox is theirs, and there is no account with it yet. */
async function connectNew(
  deps: Deps,
  open: OpenInteraction,
  held: OpenedIdentity,
  visitor: Visitor,
): Promise<FederatedResult> {
  const answer = await answerOf(deps, held)
  return 'kind' in answer ? answer : makeMember(deps, open, answer, { held, shown: held }, visitor)
}

/** `isShown`: a code has shown that the address is theirs which the provider named. */
async function connect(
  deps: Deps,
  open: OpenInteraction,
  { held, userId, isShown }: { held: OpenedIdentity; userId: string; isShown: boolean },
  visitor: Visitor,
): Promise<FederatedResult> {
  const answer = await answerOf(deps, held)
  if ('kind' in answer) return answer
  if (await isDisabled(deps.db, userId)) return refused('account-disabled')
  if (await isOfAnother(deps, answer.connection, { userId, address: held.address })) return refused('address-taken')
  const isProven = isShown || held.identity.emailVerified !== false
  if (!(await isProvisioned(deps, answer.connection, { userId, isProven }))) return refused('not-provisioned')
  if (!(await linkHeldIdentity(deps, held, userId, visitor))) return refused('identity-taken')
  const { issuer, subject } = held.identity
  const key = { connectionId: answer.connection.id, issuer, subject }
  return arrive(deps, open, answer, { key, userId, isProven }, visitor)
}
