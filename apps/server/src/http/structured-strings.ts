/** Characters of the header of a proof: one by RSA needs a tenth of it. */
const maxProof = 8192

/** Text as a string of a structured field (RFC 9651 section 3.3.3). What we send has nothing that needs an escape. */
export const asStructuredString = (text: string): string => `"${text}"`

/**
 * The text of a structured field that is one string, without escapes, or a bare token, as Chromium sends the identifier
 * of a session. Null if it is neither. 'too-long': nobody reads it.
 */
export function structuredString(field: string | null): string | null | 'too-long' {
  if (field === null) return null
  if (field.length > maxProof) return 'too-long'
  const text = field.length > 1 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1) : field
  return /^[\w.~+/=:-]+$/.test(text) ? text : null
}
