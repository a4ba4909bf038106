import { OAuthError } from '../oidc/errors.ts'

/**
 * Reads `Authorization: Basic`, whose two parts are form-encoded (RFC 6749 section 2.3.1 and Appendix B). Null without
 * such a header; any other scheme is refused.
 */
export function basicCredentials(header: string | null): { id: string; secret: string } | null {
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
