import { createHash, randomBytes } from 'node:crypto'
import type { Client } from './options.ts'
import type { Person } from './person.ts'
import type { Server } from './server.ts'
import { browserOf, passProvider } from './sign-in.ts'
import type { TokenOptions } from './token-options.ts'

type Parameters = Record<string, string | undefined>

const sent = (parameters: Parameters): URLSearchParams =>
  new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1])))

/** By the authorization code grant, or without a person by the client's credentials. */
export async function requestToken(
  server: Server,
  client: Client,
  person: Person | null,
  { scopes = client.scopes.filter((scope) => scope !== 'offline_access'), resource }: TokenOptions,
): Promise<string> {
  const scope = scopes.join(' ')
  if (!person) return redeem(server, client, { grant_type: 'client_credentials', scope, resource })
  const verifier = randomBytes(32).toString('base64url')
  const [redirectUri] = client.redirectUris
  const query = sent({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    resource,
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    organization: person.organization?.id,
  })
  const callback = await passProvider(await browserOf(server, person), person, `${server.issuer}/authorize?${query}`)
  const code = callback.searchParams.get('code')
  if (!code)
    throw new Error(
      `No token for ${person.email}: ${callback.searchParams.get('error_description') ?? callback.search}`,
    )
  return redeem(server, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
  })
}

async function redeem({ issuer }: Server, client: Client, parameters: Parameters): Promise<string> {
  const { clientId, clientSecret } = client
  const credentials = { client_id: clientId, client_secret: clientSecret ?? undefined }
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: sent({ ...credentials, ...parameters }) })
  const body = (await response.json()) as { access_token?: string; error?: string; error_description?: string }
  if (!body.access_token) throw new Error(`No token for ${clientId}: ${body.error_description ?? body.error}`)
  return body.access_token
}
