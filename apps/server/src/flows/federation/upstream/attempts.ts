import { digest, newSecret, takeRandomBytes } from '../../../crypto/random.ts'
import { type FederationCheck, shortened } from '../../../oidc/federation/checks.ts'
import type { SocialProvider } from '../../../oidc/federation/connection.ts'
import { type FederationReason, isConnectionFault } from '../../../oidc/federation/reasons.ts'
import {
  failFederationAttempt,
  findAttemptByReference,
  findAttemptsOf,
  findFederationAttempt,
  insertFederationAttempt,
  redeemFederationAttempt,
  type StoredAttempt,
  settleFederationAttempt,
} from '../../../store/beyond-prisma/federation/federation-attempts.ts'
import { shortenAddresses } from '../../platform/addresses.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { noteFailure } from '../failing.ts'
import type {
  AttemptOutcome,
  AttemptPurpose,
  AttemptSecrets,
  FederationAttempt,
  Progress,
  RedeemedAttempt,
} from './attempt.ts'

/** How long a provider has for its answer, in milliseconds. */
const attemptLife = 10 * minute

type NewAttempt = Pick<
  FederationAttempt,
  'connectionId' | 'social' | 'purpose' | 'interactionId' | 'userId' | 'setupLinkId'
> & { browserDigest: string; secrets: Omit<AttemptSecrets, 'nonce' | 'codeVerifier'> }

/** An attempt that has begun, and what its browser takes to the provider. */
export interface BegunAttempt {
  id: string
  reference: string
  state: string
  secrets: AttemptSecrets
}

export async function insertAttempt(deps: Deps, { secrets: known, ...attempt }: NewAttempt): Promise<BegunAttempt> {
  const state = newSecret()
  const secrets: AttemptSecrets = { ...known, nonce: newSecret(), codeVerifier: newSecret() }
  const createdAt = deps.now()
  const id = digest(state)
  const reference = newReference()
  await insertFederationAttempt(deps.db, {
    ...attempt,
    id,
    reference,
    sealed: deps.keyring.seal('federation-attempt', JSON.stringify(secrets)),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + attemptLife),
  })
  return { id, reference, state, secrets }
}

/** No letter that is read as another one, or as a digit. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Fifty bits, in letters that can be read aloud. */
function newReference(): string {
  const text = [...takeRandomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Why an answer has no attempt that it could redeem. */
type NotRedeemed = { attempt: FederationAttempt | null; reason: 'expired' | 'replayed' | 'other-browser' }

/**
 * Redeems the attempt that a `state` names, once, in the browser that began it. Whoever brings an answer to another browser
 * learns nothing about the attempt and ends nothing.
 */
export async function redeemAttempt(
  deps: Deps,
  state: string,
  flowCookie: string | undefined,
): Promise<RedeemedAttempt | NotRedeemed> {
  const stored = await findFederationAttempt(deps.db, digest(state))
  if (!stored) return { attempt: null, reason: 'expired' }
  const browserDigest = flowCookie ? digest(flowCookie) : ''
  if (stored.browserDigest !== browserDigest) return { attempt: null, reason: 'other-browser' }
  const opened = stored.sealed && deps.keyring.open('federation-attempt', stored.sealed)
  const secrets = opened ? (JSON.parse(opened) as AttemptSecrets) : null
  if (stored.usedAt) return { attempt: attemptOf(stored, null), reason: 'replayed' }
  const redeemed =
    secrets && (await redeemFederationAttempt(deps.db, { id: stored.id, browserDigest, now: deps.now() }))
  const attempt = attemptOf(stored, secrets)
  return secrets && redeemed ? { ...attempt, secrets } : { attempt, reason: 'expired' }
}

const attemptOf = (stored: StoredAttempt, secrets: AttemptSecrets | null): FederationAttempt => ({
  id: stored.id,
  reference: stored.reference,
  connectionId: stored.connectionId,
  social: stored.social as SocialProvider | null,
  purpose: stored.purpose as AttemptPurpose,
  interactionId: stored.interactionId,
  userId: stored.userId,
  setupLinkId: stored.setupLinkId,
  createdAt: stored.createdAt,
  expiresAt: stored.expiresAt,
  handle: secrets?.handle ?? null,
  returnPath: secrets?.returnPath ?? null,
  request: secrets?.request ?? {},
})

/** What is kept of an attempt for a week, for those who ask why it failed. */
export interface AttemptDetail {
  checks: readonly FederationCheck[]
  /** What the provider said of the person, shortened; nothing that is secret. Only of tests and failures. */
  claims?: Readonly<Record<string, string>>
}

/** Claims that help to find what is wrong. They are kept for failures and tests only, sealed, for a week. */
const keptClaims = [
  'iss',
  'sub',
  'aud',
  'azp',
  'iat',
  'exp',
  'auth_time',
  'acr',
  'amr',
  'email',
  'email_verified',
  'hd',
  'tid',
  'oid',
  'xms_edov',
  'given_name',
  'family_name',
  'groups',
  'roles',
  'hasgroups',
  'sid',
  'session_expiry',
]

/** What is kept of an attempt. */
export function detailOf(claims: Progress['claims'], checks: readonly FederationCheck[]): AttemptDetail {
  const kept = keptClaims.flatMap((name): [string, string][] =>
    claims !== null && Object.hasOwn(claims, name) ? [[name, shortened(claims[name])]] : [],
  )
  return kept.length > 0 ? { checks, claims: Object.fromEntries(kept) } : { checks }
}

const sealDetail = ({ keyring }: Pick<Deps, 'keyring'>, detail: AttemptDetail): string =>
  keyring.seal('federation-detail', JSON.stringify(detail))

/** The checks of an attempt. None if it has none, or if they were sealed under a SECRET that is gone. */
export function openAttemptDetail({ keyring }: Pick<Deps, 'keyring'>, sealed: string | null): AttemptDetail {
  const opened = sealed === null ? null : keyring.open('federation-detail', sealed)
  return opened === null ? { checks: [] } : (JSON.parse(opened) as AttemptDetail)
}

/** An attempt, for those who ask why it failed. */
export interface AttemptReport extends AttemptDetail {
  reference: string
  connectionId: string | null
  social: SocialProvider | null
  purpose: AttemptPurpose
  userId: string | null
  setupLinkId: string | null
  createdAt: Date
  /** Null while it is under way, or if its browser never came back. */
  outcome: AttemptOutcome | null
  reason: FederationReason | null
}

/** For those who need not know addresses: what the provider wrote may hold them. */
export const withShortAddresses = <Report extends Pick<AttemptReport, 'checks'>>(report: Report): Report => ({
  ...report,
  checks: report.checks.map(({ expected, received, ...check }) => ({
    ...check,
    ...(expected === undefined ? {} : { expected: shortenAddresses(expected) }),
    ...(received === undefined ? {} : { received: shortenAddresses(received) }),
  })),
})

const reportOf = (deps: Pick<Deps, 'keyring'>, stored: StoredAttempt): AttemptReport => ({
  reference: stored.reference,
  connectionId: stored.connectionId,
  social: stored.social as SocialProvider | null,
  purpose: stored.purpose as AttemptPurpose,
  userId: stored.userId,
  setupLinkId: stored.setupLinkId,
  createdAt: stored.createdAt,
  outcome: stored.outcome as AttemptOutcome | null,
  reason: stored.reason as FederationReason | null,
  ...openAttemptDetail(deps, stored.detail),
})

/** The attempts at a connection that began before, the newest first. `reference`: of the last one on the page before. */
export const listAttempts = async (
  deps: Pick<Deps, 'db' | 'keyring'>,
  connectionId: string,
  page: { before: Date; reference?: string; limit: number },
): Promise<AttemptReport[]> =>
  (await findAttemptsOf(deps.db, { connectionId, ...page })).map((stored) => reportOf(deps, stored))

/** The attempt that somebody read to their support; null if there is none, or a week has passed. */
export async function findAttempt(
  deps: Pick<Deps, 'db' | 'keyring'>,
  reference: string,
): Promise<AttemptReport | null> {
  const stored = await findAttemptByReference(deps.db, reference.trim().toUpperCase())
  return stored && reportOf(deps, stored)
}

/** How an attempt ended. */
export interface Settlement {
  outcome: AttemptOutcome
  reason?: FederationReason
  detail?: AttemptDetail
}

/** Stores how a redeemed attempt ended, and counts it. One that has to be confirmed is settled again afterwards. */
export async function settleAttempt(
  deps: Deps,
  attempt: Pick<FederationAttempt, 'id' | 'connectionId' | 'social' | 'purpose'>,
  { outcome, reason, detail }: Settlement,
): Promise<void> {
  const settled = await settleFederationAttempt(deps.db, {
    id: attempt.id,
    outcome,
    reason: reason ?? null,
    detail: detail ? sealDetail(deps, detail) : null,
  })
  if (settled) await countAttempt(deps, attempt, outcome, reason)
}

/** Stores that an attempt ended before its browser left for the provider. */
export async function failAttempt(
  deps: Deps,
  attempt: Pick<FederationAttempt, 'id' | 'connectionId' | 'social' | 'purpose'>,
  reason: FederationReason,
  detail: AttemptDetail,
): Promise<void> {
  await failFederationAttempt(deps.db, { id: attempt.id, reason, detail: sealDetail(deps, detail), now: deps.now() })
  await countAttempt(deps, attempt, 'failed', reason)
}

async function countAttempt(
  deps: Deps,
  { connectionId, social, purpose }: Pick<FederationAttempt, 'connectionId' | 'social' | 'purpose'>,
  outcome: AttemptOutcome,
  reason?: FederationReason,
): Promise<void> {
  deps.counters.federationAttempt(social ?? 'oidc', outcome, reason ?? '')
  // Tests are there to fail.
  if (connectionId === null || purpose === 'test' || !reason || !isConnectionFault(reason)) return
  await noteFailure(deps, connectionId)
}
