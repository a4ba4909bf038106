import { page } from '../../../http/responses.ts'
import { type Client, isPublic } from '../../../oidc/clients.ts'
import { ApplicationSecretPage } from '../../../pages/console/applications/secret.tsx'
import { type Connection, callbackPath } from '../../../pages/console/applications/snippets.tsx'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'

/** What an application needs to know of this server. Without the redirect URI of the SDKs, another says where it is. */
export function connectionOf(issuer: string, client: Client): Connection {
  const callback = client.redirectUris.find((registered) => registered.endsWith(callbackPath))
  const other = client.redirectUris.find((registered) => /^https?:/.test(registered))
  return {
    issuer,
    clientId: client.id,
    application: callback?.slice(0, -callbackPath.length) ?? (other ? new URL(other).origin : null),
    callback: callback !== undefined,
    forFrameworks: client.responseTypes.has('code') && !isPublic(client),
  }
}

/** The answer that shows a secret. It is not stored anywhere: sending the form again is answered without it. */
export const showSecret = (frame: ConsoleFrame, issuer: string, client: Client, secret: string): Promise<Response> =>
  page(
    <ApplicationSecretPage
      frame={frame}
      name={client.name}
      secret={secret}
      connection={connectionOf(issuer, client)}
    />,
  )
