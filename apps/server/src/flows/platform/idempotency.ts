import { digest } from '../../crypto/random.ts'
import { claimIdempotencyKey, releaseIdempotencyKey, storeResponse } from '../../store/beyond-prisma/idempotency.ts'
import type { Deps } from './deps.ts'
import { day } from './durations.ts'

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
export type IdempotentAnswer = { kind: 'done' | 'replayed'; answer: Answer } | { kind: 'conflict' } | { kind: 'busy' }

export interface IdempotentRequest {
  clientId: string
  /** The organization that the token is bound to: what another token of the client was answered is none of its business. */
  organizationId: string | null
  path: string
  /** The Idempotency-Key. */
  key: string
  body: string
}

/** Runs `work` once per client, organization, path and key. For a day, repetitions get the answer of the first request. */
export async function answerOnce(
  deps: Deps,
  { clientId, organizationId, path, key, body }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<IdempotentAnswer> {
  const id = digest([clientId, ...(organizationId === null ? [] : [organizationId]), path, key].join('\n'))
  const request = digest(body)
  const first = await claimIdempotencyKey(deps.db, { id, request, expiresAt: new Date(deps.now().getTime() + day) })
  if (first) {
    if (first.request !== request) return { kind: 'conflict' }
    if (first.status === 0) return { kind: 'busy' }
    const answer = deps.keyring.open('idempotent-answer', first.body)
    if (answer === null) throw new Error('an idempotent answer was sealed under a SECRET that was removed')
    return { kind: 'replayed', answer: JSON.parse(answer) as Answer }
  }
  try {
    const answer = await work()
    // A request that failed or came too often did nothing, so it can be repeated with its key.
    if (answer.status >= 500 || answer.status === 429) await releaseIdempotencyKey(deps.db, id)
    else await storeResponse(deps.db, id, answer.status, deps.keyring.seal('idempotent-answer', JSON.stringify(answer)))
    return { kind: 'done', answer }
  } catch (error) {
    await releaseIdempotencyKey(deps.db, id)
    throw error
  }
}
