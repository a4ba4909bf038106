import { digest } from '../../crypto/random.ts'
import { keepAnswer, releaseKey, takeKey } from '../../store/beyond-prisma/idempotency.ts'
import type { Deps } from './deps.ts'
import { day } from './durations.ts'

export interface Answer {
  status: number
  /** JSON text. */
  body: string
  headers: Record<string, string>
}

/** `replayed`: the answer of the first request under this key. `conflict`: it had another body. `busy`: it still runs. */
export type Once = { kind: 'done' | 'replayed'; answer: Answer } | { kind: 'conflict' } | { kind: 'busy' }

/** Does something once per client and key, and answers its repetitions for a day with what came of it. */
export async function once(
  deps: Deps,
  { clientId, path, key, body }: { clientId: string; path: string; key: string; body: string },
  work: () => Promise<Answer>,
): Promise<Once> {
  const id = digest(`${clientId}\n${path}\n${key}`)
  const request = digest(body)
  const before = await takeKey(deps.db, { id, request, expiresAt: new Date(deps.now().getTime() + day) })
  if (before) {
    if (before.request !== request) return { kind: 'conflict' }
    if (before.status === 0) return { kind: 'busy' }
    const kept = deps.keyring.open('idempotent-answer', before.body)
    if (kept === null) throw new Error('an idempotent answer was sealed under a secret that is gone')
    return { kind: 'replayed', answer: JSON.parse(kept) as Answer }
  }
  try {
    const answer = await work()
    // What failed here, or came too often, was not done: it may be tried again under its key.
    if (answer.status >= 500 || answer.status === 429) await releaseKey(deps.db, id)
    else await keepAnswer(deps.db, id, answer.status, deps.keyring.seal('idempotent-answer', JSON.stringify(answer)))
    return { kind: 'done', answer }
  } catch (error) {
    await releaseKey(deps.db, id)
    throw error
  }
}
