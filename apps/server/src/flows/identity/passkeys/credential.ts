import { parseJsonObject } from '../../../oidc/json.ts'

/** The challenge: 32 bytes in base64url, from client data of a page that was in no foreign frame. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    const { challenge, crossOrigin, topOrigin } = parseJsonObject(text.replace(/^\ufeff/, ''))
    if (typeof challenge !== 'string' || !/^[\w-]{43}$/.test(challenge)) return null
    return crossOrigin === true || topOrigin !== undefined ? null : challenge
  } catch {
    return null
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 20_000

/** Takes only the members that are needed, and drops whatever else was sent, extension outputs included. */
export function readCredential(form: string): { id: string; response: Record<string, unknown> } | null {
  try {
    const { id, rawId, type, response } = parseJsonObject(form)
    // At most 1023 bytes in base64url (WebAuthn Level 3 section 4).
    if (!isText(id) || !/^[\w-]{1,1400}$/.test(id) || id !== rawId || type !== 'public-key') return null
    if (typeof response !== 'object' || response === null) return null
    return isText((response as Record<string, unknown>).clientDataJSON)
      ? { id, response: response as Record<string, unknown> }
      : null
  } catch {
    return null
  }
}
