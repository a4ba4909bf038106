import { compactVerify, importJWK } from 'jose'
import * as oauth from 'oauth4webapi'
import type { BoundOptions, BoundSessions } from '../bound-sessions/bound-sessions.ts'
import type { ProofMemory } from '../bound-sessions/proof-memory.ts'
import { AuthError } from '../model/errors.ts'
import type { MistakeName } from '../model/mistakes.ts'
import { registerPermissions } from '../model/permissions.ts'
import type { User } from '../model/session.ts'
import { type Addresses, addressesOf } from '../options/addresses.ts'
import type { AuthOptions } from '../options/options.ts'
import { type Settings, settingsOf } from '../options/settings.ts'
import { boundedFetch } from '../provider/bounded-fetch.ts'
import type { Known } from '../provider/diagnosis.ts'
import { type Provider, providerOf } from '../provider/discovery.ts'
import type { ProofVerification } from '../provider/verifications.ts'
import { cookieNames, parseCookies, SealedCookies } from '../sessions/cookies.ts'
import {
  cookieStorage,
  newSessionId,
  type SessionStorage,
  storedSessions,
  timeLeft,
} from '../sessions/session-storage.ts'
import { Refreshes } from '../sessions/single-flight.ts'
import { errorLog } from './error-log.ts'

/** Everything that routes and flows depend on. Each `createAuth` has its own; there is no module state. */
export interface Context {
  options: AuthOptions
  settings: Settings
  addresses: Addresses
  provider: Provider
  client: oauth.Client
  /** How the client authenticates at the provider. */
  clientAuth(): Promise<oauth.ClientAuth>
  /** Request options of oauth4webapi. */
  http: object
  /** A `fetch` with limits of size and time. */
  request: typeof fetch
  cookies: SealedCookies
  sessionName: Promise<string>
  sessions: SessionStorage
  /** What binds sessions to devices. Null where `session.bindToDevice` is off. */
  bound: (() => Promise<BoundSessions>) | null
  refreshes: Refreshes
  /** What the userinfo endpoint said, by access token, of people whose permissions are too many for a cookie. */
  peopleByToken: Map<string, Promise<User | null>>
  /** What the lines that mend mistakes say about this application. */
  known: Known
  /** Mistakes that are reported once: what repeats them is no news. */
  knownMistakes: Set<MistakeName>
  now(): Date
  seconds(): number
  /** Calls an event hook of the application. Its exceptions are ignored. */
  notify(hook: () => void): void
  /** Returns false if the log has too many lines of this kind, and omits this one. */
  report(error: AuthError): boolean
}

/**
 * State that several `createAuth` of one process share, for frameworks that load an application more than once.
 *
 * @example
 * ```ts
 * import { createSharedState, type SharedState } from '@vestibule/core'
 *
 * const shared: SharedState = createSharedState()
 * ```
 */
export interface SharedState {
  readonly refreshes: Refreshes
  /** What remembers DPoP proofs, once it is loaded. */
  proofs?: Promise<ProofVerification>
  /** What remembers the keys and proofs of bound sessions, once it is loaded. */
  bound?: ProofMemory
}

/**
 * Creates the state that several `createAuth` of one process share, so that each refresh token is used only once.
 *
 * @example
 * ```ts
 * import { createAuth, createSharedState, optionsFromEnvironment } from '@vestibule/core'
 *
 * const shared = createSharedState()
 * const auth = createAuth(optionsFromEnvironment(process.env), shared)
 * ```
 */
export const createSharedState = (now: () => Date = () => new Date()): SharedState => ({
  refreshes: new Refreshes(() => Math.floor(now().getTime() / 1000)),
})

/** Reports a mistake of the set-up that each request would repeat. */
export function reportOnce({ knownMistakes, report }: Context, error: AuthError): void {
  if (!error.help || knownMistakes.has(error.help.mistake)) return
  knownMistakes.add(error.help.mistake)
  report(error)
}

/** @throws AuthError `config_invalid` */
export function contextOf(options: AuthOptions, shared?: SharedState): Context {
  const settings = settingsOf(options)
  if (options.permissions) registerPermissions(options.permissions, options.development ?? false)
  const now = options.now ?? (() => new Date())
  const seconds = () => Math.floor(now().getTime() / 1000)
  const cookies = new SealedCookies(settings.secrets, settings.secure, now)
  const names = cookieNames(settings.secure, options.issuer, options.clientId)
  const storage = { cookies, names, idle: settings.idle, seconds }
  const store = options.session?.store
  const log = errorLog(seconds)
  const network = options.fetch ?? fetch
  const request = boundedFetch(options.dpop?.wrapFetch(network, options.clientKey) ?? network)
  const http = {
    [oauth.allowInsecureRequests]: new URL(options.issuer).protocol === 'http:',
    [oauth.customFetch]: request as never,
  }
  const addresses = addressesOf(settings)
  const refreshes = shared?.refreshes ?? new Refreshes(seconds)
  const plain = store ? storedSessions(store, storage) : cookieStorage(storage)
  const report = (error: AuthError) => {
    const { error: own } = options.on ?? {}
    if (!own) return log(error)
    notify(() => own(error))
    return true
  }
  const bound = boundSessions(settings, shared, {
    settings,
    addresses,
    cookies,
    sessionName: names.session,
    storage: plain,
    store,
    seconds,
    refreshed: async ({ tokens }) => refreshes.find((await tokens())?.refreshToken)?.running.catch(() => null),
    report: (problem) => report(new AuthError(...problem)),
    functions: { compactVerify, importJWK, parseCookies, newSessionId, timeLeft },
  })
  return {
    options,
    settings,
    addresses,
    provider: providerOf(options.issuer, http, now, request, options.missingVariables !== undefined),
    client: { client_id: options.clientId, [oauth.clockTolerance]: 10 },
    clientAuth: clientAuthentication(options),
    http,
    request,
    cookies,
    sessionName: names.session,
    sessions: bound ? sessionsOnDemand(plain, bound) : plain,
    bound,
    refreshes,
    peopleByToken: new Map(),
    now,
    seconds,
    notify,
    known: { ...settings, hasCredentials: Boolean(options.clientSecret ?? options.clientKey) },
    knownMistakes: new Set(),
    report,
  }
}

/** Few applications bind sessions to devices: what does it is loaded with the first request. */
function boundSessions(
  { bindToDevice }: Settings,
  shared: SharedState | undefined,
  options: Omit<BoundOptions, 'memory'>,
): Context['bound'] {
  if (bindToDevice === 'off') return null
  let loading: Promise<BoundSessions> | undefined
  return () => {
    loading ??= import('../bound-sessions/bound-sessions.ts').then(({ boundSessionsOf }) =>
      boundSessionsOf(options, shared ?? {}),
    )
    return loading
  }
}

function sessionsOnDemand({ writesWithoutCookies }: SessionStorage, bound: () => Promise<BoundSessions>) {
  const sessions = async () => (await bound()).sessions
  return {
    writesWithoutCookies,
    load: async (header) => (await sessions()).load(header),
    begin: async (session, tokens, header) => (await sessions()).begin(session, tokens, header),
    replace: async (loaded, tokens, header) => (await sessions()).replace(loaded, tokens, header),
    roll: async (loaded, header) => (await sessions()).roll(loaded, header),
    stamp: async (loaded, header) => (await sessions()).stamp(loaded, header),
    end: async (header) => (await sessions()).end(header),
  } satisfies SessionStorage
}

function notify(hook: () => void): void {
  try {
    hook()
  } catch {
    // Hooks only observe: a hook that fails must not fail the request.
  }
}

function clientAuthentication({ clientKey, clientSecret }: AuthOptions): () => Promise<oauth.ClientAuth> {
  if (!clientKey) {
    const method = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None()
    return async () => method
  }
  let method: Promise<oauth.ClientAuth> | undefined
  const load = async () => {
    const key = (await importJWK(clientKey)) as CryptoKey
    return oauth.PrivateKeyJwt(clientKey.kid === undefined ? key : { key, kid: clientKey.kid })
  }
  return () => {
    method ??= load()
    return method
  }
}
