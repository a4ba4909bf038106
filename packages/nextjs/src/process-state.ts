import { type AuthOptions, createSharedState, type SessionStore, type SharedState } from '@vestibule/core'

/** State that all bundles of an application share in a process. */
interface ProcessState {
  shared: SharedState
  memoryStore?: SessionStore
}

/**
 * Next bundles pages, route handlers and `proxy` separately. Each bundle evaluates `lib/auth.ts` itself, and in development again
 * after every change. All of them must use a refresh token only once, and must find the sessions of an in-memory store that the
 * callback wrote. Only the process is common to them, so the state is on `globalThis`.
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

/** Replaces an in-memory store by the first one that a bundle of this process created. */
export function withProcessStore(options: AuthOptions, state: ProcessState): AuthOptions {
  const store = options.session?.store
  if (!store?.inMemory) return options
  state.memoryStore ??= store
  return { ...options, session: { ...options.session, store: state.memoryStore } }
}
