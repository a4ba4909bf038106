import { domainToASCII } from 'node:url'

/**
 * The canonical form of a mailbox, or null when the text is not exactly one plain address. Canonical means: NFKC has
 * nothing to change (so no look-alike of `@` or of a letter gets in), the domain in lower-case ASCII (punycode), the
 * local part in lower case. Tags (`ada+shop@`) are other mailboxes. One canonical form is one account.
 */
export function canonicalAddress(input: string): string | null {
  const text = input.trim()
  if (text.length > 254 || text.normalize('NFKC') !== text) return null
  const parts = text.split('@')
  const [local, domain] = parts
  if (parts.length !== 2 || !local || !domain || local.length > 64) return null
  if (!/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local)) return null
  if (/[\s"(),:;<>[\\\]%/?#@]/.test(domain)) return null
  const ascii = domainToASCII(domain)
  if (!/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/.test(ascii))
    return null
  return `${local.toLowerCase()}@${ascii}`
}

/** The domain of an address in its canonical form, or null when it is none. */
export const domainOf = (address: string): string | null => canonicalAddress(address)?.split('@')[1] ?? null

/** An address for those who need not know it: `a…@example.com`. */
export const shortAddress = (address: string): string =>
  `${[...address][0] ?? ''}…${address.slice(address.lastIndexOf('@'))}`

/** Shortens every address in a text. */
export const shortenAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"',;:]+/g, (word) => (word.indexOf('@') > 0 ? shortAddress(word) : word))
