import { digest, newSecret } from '../../crypto/random.ts'
import {
  type Claim,
  claimIdempotencyKey,
  releaseClaim,
  replaceAnswer,
  storeAnswer,
} from '../../store/beyond-prisma/idempotency.ts'
import { inOneTransaction } from './audit.ts'
import type { Deps } from './deps.ts'
import { day, second } from './durations.ts'

/**
 * How long a claim keeps others away. Longer than a request takes; when a process is killed or the database is lost, its
 * keys are free again after this time.
 */
const claimTtl = 30 * second

export interface Answer {
  status: number
  /** JSON text. */
  body: string
  headers: Record<string, string>
}

/**
 * `done`: this request was the first under its key. `replayed`: the answer of the first. `conflict`: the first had another
 * body. `busy`: the first is still in progress.
 */
type IdempotentAnswer = { kind: 'done' | 'replayed'; answer: Answer } | { kind: 'conflict' } | { kind: 'busy' }

export interface IdempotentRequest {
  clientId: string
  /** The organization that the token is bound to: what another token of the client was answered is none of its business. */
  organizationId: string | null
  path: string
  /** The Idempotency-Key. */
  key: string
  body: string
}

/** The parts of a request that is answered once. */
interface IdempotentWork<Found> {
  /** Asks others what the change needs to know, before its transaction. An answer instead of a finding ends the request. */
  lookUp(): Promise<{ found: Found } | { answer: Answer }>
  /** Changes what is asked for, with the `Deps` of the transaction that the answer is committed with. */
  change(deps: Deps, found: Found): Promise<Answer>
  /** What repetitions are answered. Default: the answer of the first. */
  repeated?(answer: Answer): Promise<Answer>
  /** Sends to others after the commit. Returns the answer that replaces the first one; null if there is nothing to send. */
  send(answer: Answer): Promise<Answer | null>
}

/**
 * Does `work` once per client, organization, path and key. For a day, repetitions get the answer of the first request. The
 * change and its answer are committed together, and only while this request holds the key.
 */
export async function answerOnce<Found>(
  deps: Deps,
  { clientId, organizationId, path, key, body }: IdempotentRequest,
  work: IdempotentWork<Found>,
): Promise<IdempotentAnswer> {
  const id = digest([clientId, ...(organizationId === null ? [] : [organizationId]), path, key].join('\n'))
  const request = digest(body)
  const claim = { id, token: newSecret() }
  const first = await claimIdempotencyKey(deps.db, claim, { request, ...claimTimes(deps.now()) })
  if (first) {
    if (first.request !== request) return { kind: 'conflict' }
    if (first.status === 0) return { kind: 'busy' }
    const answer = deps.keyring.open('idempotent-answer', first.body)
    if (answer === null) throw new Error('an idempotent answer was sealed under a SECRET that was removed')
    return { kind: 'replayed', answer: JSON.parse(answer) as Answer }
  }
  try {
    return { kind: 'done', answer: await answerClaimed(deps, claim, work) }
  } catch (error) {
    // Whatever was committed has its answer, and is no claim any more. A database that is away ends the claim by its time.
    await releaseClaim(deps.db, claim).catch(() => {})
    if (error instanceof NotKept) return { kind: 'done', answer: error.answer }
    if (error instanceof ClaimLost) return { kind: 'busy' }
    throw error
  }
}

const claimTimes = (now: Date) => ({
  now,
  expiresAt: new Date(now.getTime() + claimTtl),
  // The claims of the versions before this one were made for a day.
  orphanedBy: new Date(now.getTime() + day - claimTtl),
})

async function answerClaimed<Found>(deps: Deps, claim: Claim, work: IdempotentWork<Found>): Promise<Answer> {
  const seal = (answer: Answer) => deps.keyring.seal('idempotent-answer', JSON.stringify(answer))
  const looked = await work.lookUp()
  if ('answer' in looked) throw new NotKept(looked.answer)
  const { answer, sealed } = await inOneTransaction(deps, async (within) => {
    const answer = await work.change(within, looked.found)
    // A request that failed or came too often is undone, so it can be repeated with its key.
    if (answer.status >= 500 || answer.status === 429) throw new NotKept(answer)
    const kept = (await work.repeated?.(answer)) ?? answer
    const sealed = seal(kept)
    const expiresAt = new Date(deps.now().getTime() + day)
    if (!(await storeAnswer(within.db, claim, { status: kept.status, body: sealed, expiresAt }))) throw new ClaimLost()
    return { answer, sealed }
  })
  const sent = answer.status < 400 ? await work.send(answer) : null
  if (sent) await replaceAnswer(deps.db, claim.id, sealed, seal(sent))
  return sent ?? answer
}

/** The answer of a request that changed nothing and may be repeated. */
class NotKept extends Error {
  override readonly name = 'NotKept'
  constructor(readonly answer: Answer) {
    super('nothing was changed')
  }
}

/** Another request has taken the key over, because this one took too long. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
