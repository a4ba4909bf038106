import { type ImportError, type InvitationRow, importRowLimit } from './csv-rows.ts'

/**
 * Reads addresses as people paste them: separated by commas, semicolons, spaces or lines, with or without a name, as in
 * `Ada Lovelace <ada@example.com>`. What is no address becomes a row too, so that nothing is left out in silence. One
 * pass over the text.
 */
export function parseTypedAddresses(
  text: string,
  { role, team }: Pick<InvitationRow, 'role' | 'team'>,
): { ok: true; rows: InvitationRow[] } | { ok: false; error: ImportError } {
  if (text.trim() === '') return { ok: false, error: 'no-addresses' }
  if (text.includes('\0')) return { ok: false, error: 'unreadable' }
  const rows: InvitationRow[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries())
    for (const entry of entriesOf(line))
      for (const email of addressesOf(entry)) {
        if (rows.length === importRowLimit) return { ok: false, error: 'too-many-addresses' }
        rows.push({ line: index + 1, email: email.slice(0, 400), role, team })
      }
  return rows.length > 0 ? { ok: true, rows } : { ok: false, error: 'no-addresses' }
}

/** What commas and semicolons separate. Those in a quoted name separate nothing: `"Lovelace, Ada" <ada@example.com>`. */
function entriesOf(line: string): string[] {
  // A quote that is never closed is a character like any other.
  const lastQuote = line.lastIndexOf('"')
  const entries: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (character === '"') quoted = !quoted && at < lastQuote
    else if (!quoted && (character === ',' || character === ';')) {
      entries.push(line.slice(start, at))
      start = at + 1
    }
  }
  entries.push(line.slice(start))
  return entries
}

/** The addresses of an entry. Names stand before an address in angle brackets, and nowhere else. */
function addressesOf(entry: string): string[] {
  const found: string[] = []
  let rest = entry
  for (let open = rest.indexOf('<'); open >= 0; open = rest.indexOf('<')) {
    const close = rest.indexOf('>', open)
    if (close < 0) break
    const address = rest.slice(open + 1, close).trim()
    // Outlook writes an address that has no name twice.
    found.push(...bareAddresses(rest.slice(0, open), true).filter((bare) => bare !== address), address)
    rest = rest.slice(close + 1)
  }
  return [...found, ...bareAddresses(rest, false)]
}

/** The words with an @ in them. Without any, the whole text stands for what was meant, unless it is a name. */
function bareAddresses(text: string, isName: boolean): string[] {
  const words = text.replaceAll('"', ' ').split(/\s+/).filter(Boolean)
  const addresses = words.filter((word) => word.includes('@'))
  if (isName) return addresses
  return addresses.length === 0 && words.length > 0 ? [words.join(' ')] : words
}
