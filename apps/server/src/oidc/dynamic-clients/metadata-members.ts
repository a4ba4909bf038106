const maxLink = 512

/** A link that a person may follow. It is never fetched. Null if it is no such link. */
export function parseLink(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLink || !/^https:\/\/[^/?#@\\]+([/?#]|$)/.test(value)) return null
  return URL.canParse(value) ? value : null
}
