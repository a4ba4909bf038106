import { type Client, isPostLogoutRedirectUri } from '../../oidc/clients.ts'
import { isThirdParty } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import { findSessionById, type Session } from '../../store/hot/sessions.ts'
import { stopImpersonationOf } from '../identity/impersonations.ts'
import { closeSession, currentSession } from '../identity/sessions.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { beginUpstreamLogout } from './federation/upstream-logout.ts'
import { verifyIdTokenHint } from './id-token-hints.ts'

/** A checked logout request. The confirmation page carries it encrypted. */
export interface LogoutRequest {
  clientId: string | null
  /** Where to redirect afterwards: a registered URI with `state`, or null for our own page. */
  goOn: string | null
  /** The session that a verified hint names. */
  sid: string | null
  sub: string | null
}

export type LogoutOutcome =
  | { kind: 'confirm'; client: Client | null; request: string }
  | {
      kind: 'done'
      goOn: string | null
      frames: string[]
      client: Client | null
      /** What ended in this browser. */
      ended: 'session' | 'impersonation'
      /** Set where `goOn` is at the identity provider: by it, this browser comes back to where the request leads. */
      flowCookie?: string
    }

/** Nothing is fetched for a person who signs out: a dynamic client has been here before. */
const clientOf = async ({ clients }: Deps, id: string | null): Promise<Client | null> =>
  id === null ? null : (clients.find(id) ?? (await clients.lookUpInSources(id, 'access')) ?? null)

/**
 * Checks an RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0). A hint is checked even when it is expired. If the
 * post-logout URI is not one of the client's, nothing is redirected anywhere (section 3); somebody who wanted to sign out is
 * asked whether they do, and stays here.
 */
export async function parseLogout(deps: Deps, params: Params): Promise<LogoutRequest> {
  params.refuseRepeated()
  const hint = params.get('id_token_hint')
  const named = params.get('client_id')
  const hinted = hint === undefined ? null : verifyIdTokenHint(deps, hint, null)
  if (hinted && named !== undefined && named !== hinted.clientId)
    throw new OAuthError('invalid_request', 'client_id differs from the id_token_hint')
  const clientId = hinted?.clientId ?? named ?? null
  const client = await clientOf(deps, clientId)
  if (clientId !== null && !client) throw new OAuthError('invalid_request', 'the client is not known')
  const uri = params.get('post_logout_redirect_uri')
  if (uri !== undefined && client && !isPostLogoutRedirectUri(client, uri)) {
    deps.log.info({ client: client.id }, 'the post_logout_redirect_uri of a logout is not registered for its client')
    return { clientId, goOn: null, sid: null, sub: hinted?.sub ?? null }
  }
  const state = params.get('state')
  // Without a client, the URI can't be checked: the person is asked, and stays here (section 2 of the specification).
  const goOn =
    uri === undefined || !client
      ? null
      : state === undefined
        ? uri
        : `${uri}${uri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`
  return { clientId, goOn, sid: hinted?.sid ?? null, sub: hinted?.sub ?? null }
}

/**
 * Ends the session at once if a verified hint names it; otherwise the person is asked. They are always asked for a
 * third-party client: with an ID token of its author's own, a link to this server would lead on to their site (RFC 9700
 * section 4.11.2), and with that of somebody else, it would sign them out.
 */
export async function beginLogout(deps: Deps, request: LogoutRequest, visitor: Visitor): Promise<LogoutOutcome> {
  const client = await clientOf(deps, request.clientId)
  const { sid, sub } = client && isThirdParty(client) ? { sid: null, sub: null } : request
  if (sid !== null && (await stopImpersonationOf(deps, visitor, sid)))
    return { kind: 'done', goOn: request.goOn, frames: [], client, ended: 'impersonation' }
  const session = await currentSession(deps, visitor)
  const trusted = sid !== null && (session === null || (session.id === sid && session.userId === sub))
  if (trusted) {
    const hinted = await findSessionById(deps.db, sid)
    const mine = hinted?.userId === sub
    return done(deps, visitor, { request, client, session, sessionId: mine ? sid : null })
  }
  if (!session && client && sub !== null) return done(deps, visitor, { request, client, session, sessionId: null })
  const seal = deps.keyring.seal('flow', JSON.stringify({ ...request, session: session?.id ?? null }))
  return { kind: 'confirm', client, request: seal }
}

/** The person confirmed. Only the session that they were asked about ends. */
export async function confirmLogout(deps: Deps, sealed: string, visitor: Visitor): Promise<LogoutOutcome | null> {
  const opened = openSealed(deps, sealed)
  if (!opened) return null
  const session = await currentSession(deps, visitor)
  if (opened.session !== null && session && session.id !== opened.session) return null
  const client = await clientOf(deps, opened.clientId)
  return done(deps, visitor, { request: opened, client, session, sessionId: session?.id ?? null })
}

function openSealed({ keyring }: Deps, sealed: string): (LogoutRequest & { session: string | null }) | null {
  const text = keyring.open('flow', sealed)
  return text === null ? null : (JSON.parse(text) as LogoutRequest & { session: string | null })
}

/** `session`: of this browser. `sessionId`: which one ends. */
async function done(
  deps: Deps,
  visitor: Visitor,
  ending: { request: LogoutRequest; client: Client | null; session: Session | null; sessionId: string | null },
): Promise<LogoutOutcome> {
  const { request, client, session, sessionId } = ending
  const clients = sessionId === null ? [] : await closeSession(deps, sessionId)
  const frames = (await Promise.all(clients.map((id) => frameOf(deps, id, sessionId)))).flat()
  const upstream = await beginUpstreamLogout(deps, session, request.goOn, visitor)
  const leads = upstream ? { goOn: upstream.url, flowCookie: upstream.flowCookie } : { goOn: request.goOn }
  return { kind: 'done', ...leads, frames, client, ended: 'session' }
}

/** Front-Channel Logout 1.0 section 2: `iss` and `sid` are added to the client's own query. */
async function frameOf(deps: Deps, clientId: string, sessionId: string | null): Promise<string[]> {
  const uri = (await clientOf(deps, clientId))?.frontchannelLogoutUri
  if (!uri) return []
  return [
    `${uri}${uri.includes('?') ? '&' : '?'}iss=${encodeURIComponent(deps.config.issuer)}&sid=${encodeURIComponent(sessionId ?? '')}`,
  ]
}
