import type { Context } from 'hono'
import { isLoopback, nearest } from '../../config/environment.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { Client } from '../../oidc/clients.ts'
import type { RefusedRequest } from '../../oidc/errors.ts'
import { type ErrorHelp, helpWith } from '../../pages/development/error-meanings.ts'
import { isFromThisMachine } from './developer-only.ts'

/**
 * Logs a request whose client or redirect URI is not known, under a reference that the page shows. Only a developer at
 * their own machine gets the help on the page too.
 */
export function noteRefusedRequest(
  deps: Deps,
  c: Context,
  refused: RefusedRequest,
): { reference: string; help: ErrorHelp | null } {
  const reference = crypto.randomUUID()
  const { cause, next, ...help } = helpFor(refused, deps.config.clients)
  const line = `an authorization request was refused: ${cause} See: ${help.url} ${next}`
  deps.log.info({ request: reference, client: refused.clientId }, line)
  return { reference, help: isFromThisMachine(c, deps.config) ? { cause, next, ...help } : null }
}

/** Of what the request contains, only addresses of this machine are repeated: anybody can write a link with another. */
function helpFor({ client, clientId, redirectUri }: RefusedRequest, clients: ReadonlyMap<string, Client>): ErrorHelp {
  const url = redirectUri !== undefined && URL.canParse(redirectUri) ? new URL(redirectUri) : null
  const own = url && isLoopback(url.hostname) ? url : null
  if (!client) {
    const known = clients.get(clientId)
    if (known) return helpWith('client-without-sign-in', { n: indexOf(known) })
    const near = nearest(clientId, [...clients.keys()])
    if (near) return helpWith('misspelled-client', { client_id: near })
    return helpWith('unknown-client', { client_id: own ? clientId : undefined, redirect_uri: own?.href })
  }
  const registered = own ? client.redirectUris.find((uri) => differsInNameOnly(new URL(uri), own)) : undefined
  if (registered) return helpWith('loopback-name', { url: new URL(registered).origin })
  const n = indexOf(client)
  if (n === undefined) return helpWith('redirect-uri-in-console', { redirect_uri: own?.href })
  return helpWith('redirect-uri', { n, redirect_uris: own ? [...client.redirectUris, own.href].join(',') : undefined })
}

/** Of a client of the environment. */
const indexOf = ({ variable }: Client): string | undefined => /^OIDC_CLIENT_ID_(\w+)$/.exec(variable ?? '')?.[1]

const differsInNameOnly = (registered: URL, requested: URL): boolean =>
  isLoopback(registered.hostname) &&
  registered.hostname !== requested.hostname &&
  registered.protocol === requested.protocol &&
  registered.pathname === requested.pathname
