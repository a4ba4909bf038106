/** base64url(SHA-256(text)) */
export async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** What a thumbprint contains of a public key (RFC 7638 section 3.2), in this order. */
const members: Record<string, string[]> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** The members of a public key that say which it is. Null for a key of another type. */
export function publicMembersOf(key: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const kty = String(key.kty)
  if (!Object.hasOwn(members, kty)) return null
  return Object.fromEntries((members[kty] ?? []).map((name) => [name, key[name]]))
}
