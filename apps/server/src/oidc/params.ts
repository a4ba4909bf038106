import { OAuthError } from './errors.ts'

/**
 * The parameters of a request, parsed once and strictly. Repeated names are recorded, so that no reader takes "the first"
 * or "the last" value (RFC 6749 section 3.1: parameters must not be included more than once).
 */
export class Params {
  readonly #values: ReadonlyMap<string, readonly string[]>

  constructor(pairs: Iterable<readonly [string, string]>) {
    const values = new Map<string, string[]>()
    for (const [name, value] of pairs) {
      // RFC 6749 section 3.1: a parameter sent without a value is treated as if it were omitted.
      if (value === '') continue
      const known = values.get(name)
      if (known) known.push(value)
      else values.set(name, [value])
    }
    this.#values = values
  }

  /** Parses `application/x-www-form-urlencoded` text. Throws on malformed percent-encoding, invalid UTF-8 and NUL. */
  static parse(text: string): Params {
    return new Params(pairsIn(text))
  }

  get(name: string): string | undefined {
    return this.#values.get(name)?.[0]
  }

  /** The parameters whose names begin so, each by the rest of its name. */
  startingWith(prefix: string): [rest: string, value: string][] {
    return [...this.#values].flatMap(([name, values]) =>
      name.startsWith(prefix) ? values.map((value): [string, string] => [name.slice(prefix.length), value]) : [],
    )
  }

  /** Every value of a parameter that may be repeated, such as `resource` (RFC 8707). */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  required(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`)
    return value
  }

  repeats(name: string): boolean {
    return this.all(name).length > 1
  }

  /** Refuses every repeated parameter except the given ones. The error names known parameters; others are not echoed. */
  refuseRepeated(...allowed: string[]): void {
    for (const [name, values] of this.#values) {
      if (values.length < 2 || allowed.includes(name)) continue
      throw new OAuthError(
        'invalid_request',
        `${/^[a-z_]{1,40}$/.test(name) ? name : 'a parameter'} must not be repeated`,
      )
    }
  }

  entries(): [string, string][] {
    return [...this.#values].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
  }
}

/** The same one by one, also those without a value: where an empty value is not as good as none. */
export function pairsIn(text: string): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (const part of text.split('&')) {
    if (part === '') continue
    const cut = part.indexOf('=')
    const name = cut < 0 ? part : part.slice(0, cut)
    pairs.push([decode(name), cut < 0 ? '' : decode(part.slice(cut + 1))])
  }
  return pairs
}

function decode(text: string): string {
  if (!/[%+\0]/.test(text)) return text
  let value: string
  try {
    value = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_request', 'a parameter is not percent-encoded UTF-8')
  }
  if (value.includes('\0')) throw new OAuthError('invalid_request', 'a parameter contains a NUL character')
  return value
}

/** Splits a space-separated list (RFC 6749 section 3.3), without duplicates. */
export function spaceSeparated(text: string | undefined): string[] {
  return text ? [...new Set(text.split(' ').filter(Boolean))] : []
}
