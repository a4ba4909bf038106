import { type AuthOptions, createSharedState, type SessionStore, type SharedState } from '@vestibule/core'

/** What all bundles of one application share in a process. */
interface ProcessState {
  shared: SharedState
  memoryStore?: SessionStore
}

/**
 * Next bundles pages, route handlers and `proxy` apart: each evaluates `lib/auth.ts` for itself, and in development again at
 * every change. A refresh token must be spent once for all of them, and a session that the callback wrote into the memory of one
 * must be found by the others. Only the process is common to them, so what they share is kept on `globalThis`.
 */
export function processState({ issuer, clientId }: AuthOptions): ProcessState {
  const name = Symbol.for('@vestibule/nextjs')
  const holder = globalThis as { [name]?: Map<string, ProcessState> }
  holder[name] ??= new Map()
  const key = `${issuer}\n${clientId}`
  const known = holder[name].get(key)
  if (known) return known
  const state: ProcessState = { shared: createSharedState() }
  holder[name].set(key, state)
  return state
}

/** The options, with the first store in memory that a bundle of this process has made. */
export function withProcessStore(options: AuthOptions, state: ProcessState): AuthOptions {
  const store = options.session?.store
  if (!store?.inMemory) return options
  state.memoryStore ??= store
  return { ...options, session: { ...options.session, store: state.memoryStore } }
}
