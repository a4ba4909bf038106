import type { Context } from 'hono'
import type { Deps } from '../../flows/platform/deps.ts'
import { authenticateClient, countFailure } from '../../flows/tokens/client-authentication.ts'
import { formParams } from '../../http/forms.ts'
import { networkOf } from '../../http/visitor.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'

/** The form of a request, and the client that sent it. */
export interface ClientRequest {
  client: Client
  params: Params
}

/** Reads the form of an endpoint that clients call directly, refuses repeated parameters and authenticates the client. */
export async function readClientRequest(deps: Deps, c: Context, path: string, form?: Params): Promise<ClientRequest> {
  const params = form ?? (await formParams(c.req.raw))
  params.refuseRepeated('resource')
  const basic = basicCredentials(c.req.raw.headers.get('authorization'))
  try {
    return { client: await authenticateClient(deps, { basic, params }, path), params }
  } catch (error) {
    const failed = error instanceof OAuthError && error.code === 'invalid_client'
    if (failed)
      await countFailure(deps, basic?.id ?? params.get('client_id') ?? '', networkOf(c, deps.config.trustProxy))
    throw error
  }
}

/**
 * Reads `Authorization: Basic`, whose two parts are form-encoded (RFC 6749 section 2.3.1 and Appendix B). Null without
 * such a header; any other scheme is refused.
 */
function basicCredentials(header: string | null): { id: string; secret: string } | null {
  if (header === null) return null
  const match = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)
  if (!match?.[1]) throw new OAuthError('invalid_client', 'the Authorization header is not HTTP Basic')
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const cut = text.indexOf(':')
  if (cut < 1) throw new OAuthError('invalid_client', 'the Authorization header holds no client_id and secret')
  return { id: formDecode(text.slice(0, cut)), secret: formDecode(text.slice(cut + 1)) }
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_request', 'the Authorization header is not form-encoded (RFC 6749 Appendix B)')
  }
}
