import { replyOf } from '../../mail/replies.ts'

/** True when the other side said nothing: no connection, or no answer in time. A refusal is an answer. */
export const isUnanswered = (error: unknown): boolean =>
  /^(ABORT_ERR|E(TIMEDOUT|CONN[A-Z]+|SOCKET|DNS|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE))$/.test(
    String((error as { code?: unknown }).code),
  )

/** What went wrong, without addresses or bodies that an error message may repeat. */
export const reasonOf = (error: unknown): string => {
  const { code, name } = error as { code?: string; name?: string }
  return [name, code, replyOf(error)].filter(Boolean).join(' ')
}
