import { page } from '../../../http/responses.ts'
import { type Client, isPublic } from '../../../oidc/clients.ts'
import { ApplicationSecretPage } from '../../../pages/console/applications/secret.tsx'
import type { Connection } from '../../../pages/console/applications/snippets.tsx'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'

/** The path of the SDKs' callback. */
const callback = '/auth/callback'

/** What an application needs to know of this server. */
export function connectionOf(issuer: string, client: Client): Connection {
  const uri = client.redirectUris.find((registered) => registered.endsWith(callback))
  return {
    issuer,
    clientId: client.id,
    application: uri?.slice(0, -callback.length) ?? null,
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
