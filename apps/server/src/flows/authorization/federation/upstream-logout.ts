import { digest, newSecret } from '../../../crypto/random.ts'
import type { Session } from '../../../store/hot/sessions.ts'
import { findConnection } from '../../../store/prisma/federation/connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { ProviderMetadataRefused } from '../../platform/providers/provider-metadata.ts'
import type { Visitor } from '../../platform/visitor.ts'

/** How long somebody may stay at the provider before they come back. */
const returnLife = 10 * minute
/** The longest `state`: what takes more is led on at once, and stays signed in there. */
const longestState = 4000

/** Where identity providers send people back to after a logout. */
export const signedOutUri = ({ config }: Pick<Deps, 'config'>): string => `${config.issuer}/sso/signed-out`

/** A logout that goes on at the identity provider. */
export interface UpstreamLogout {
  url: string
  /** Of the browser that signed out: only there the way back leads on. */
  flowCookie: string
}

/** What `state` says of the way back. */
interface Return {
  /** Null for our own page. */
  goOn: string | null
  browser: string
  until: number
}

/**
 * Where a browser goes whose session a connection made that signs out there too (OpenID Connect RP-Initiated Logout 1.0
 * section 2). The session here has ended before. Null if the provider has no such place or cannot be asked: then signing out
 * ends here.
 */
export async function beginUpstreamLogout(
  deps: Deps,
  session: Pick<Session, 'connection'> | null,
  goOn: string | null,
  visitor: Pick<Visitor, 'flowCookie'>,
): Promise<UpstreamLogout | null> {
  if (!session?.connection || !deps.config.sso) return null
  const connection = await findConnection(deps.db, session.connection.id)
  if (!connection?.settings.signOutUpstream) return null
  const endpoint = await endSessionEndpoint(deps, connection.issuer)
  if (endpoint === null) return null
  const flowCookie = visitor.flowCookie ?? newSecret()
  const back: Return = { goOn, browser: digest(flowCookie), until: deps.now().getTime() + returnLife }
  const state = deps.keyring.seal('federation-logout', JSON.stringify(back))
  if (state.length > longestState) return null
  const url = new URL(endpoint)
  url.searchParams.set('client_id', connection.clientId)
  url.searchParams.set('post_logout_redirect_uri', signedOutUri(deps))
  url.searchParams.set('state', state)
  return { url: url.href, flowCookie }
}

async function endSessionEndpoint({ identityProviders, log }: Deps, issuer: string): Promise<string | null> {
  try {
    return (await identityProviders.metadataOf(issuer)).end_session_endpoint ?? null
  } catch (error) {
    if (!(error instanceof ProviderMetadataRefused)) throw error
    log.info(
      { reason: error.reason },
      'a logout does not go on at the identity provider, whose metadata cannot be used',
    )
    return null
  }
}

/**
 * Where the logout leads that this browser comes back from. Null for whatever else is brought: a link of somebody else leads
 * nowhere. It changes nothing, so it may be repeated.
 */
export function finishUpstreamLogout(
  { keyring, now }: Pick<Deps, 'keyring' | 'now'>,
  state: string,
  { flowCookie }: Pick<Visitor, 'flowCookie'>,
): { goOn: string | null } | null {
  const opened = state.length > longestState ? null : keyring.open('federation-logout', state)
  if (opened === null) return null
  const { goOn, browser, until } = JSON.parse(opened) as Return
  const isOurs = flowCookie !== undefined && browser === digest(flowCookie)
  return isOurs && now().getTime() < until ? { goOn } : null
}
