import type { Limit, Problem } from './settings.ts'

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables one by one and collects what is wrong instead of stopping at the first mistake. */
export class EnvironmentReader {
  readonly problems: Problem[] = []
  /** What is allowed but unwise. */
  readonly warnings: string[] = []
  /** Every variable that was asked for: the settings that there are. */
  readonly known = new Set<string>()

  constructor(
    private readonly env: Environment,
    private readonly readFile: (path: string) => string,
  ) {}

  /** `exampleOf`: where the example is of another variable, such as the one that was meant. */
  fault(variable: string, fault: string, example: string, exampleOf?: string): void {
    this.problems.push({ variable, fault, example, exampleOf })
  }

  warn(warning: string): void {
    this.warnings.push(warning)
  }

  /** True when a mistake in this variable was found already. */
  hasFault(variable: string): boolean {
    return this.problems.some((problem) => problem.variable === variable)
  }

  text(name: string): string | null {
    this.known.add(name)
    return this.env[name]?.trim() || null
  }

  /** A value that may also come from the file that `NAME_FILE` names, as container secrets do. */
  secret(name: string): string | null {
    const file = this.text(`${name}_FILE`)
    if (!file) return this.text(name)
    if (this.text(name))
      this.fault(`${name}_FILE`, `is set together with ${name}; keep one of them`, '/run/secrets/name')
    try {
      return this.readFile(file).trim() || null
    } catch {
      this.fault(`${name}_FILE`, 'names a file that cannot be read', '/run/secrets/name')
      return null
    }
  }

  /** The key of Standard Webhooks 1.0 that a variable or its file holds, in base64. */
  signingKey(name: string): string | null {
    const key = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(this.secret(name) ?? '')?.[1] ?? null
    const example = 'whsec_ and the output of: openssl rand -base64 32'
    if (key === null) this.fault(name, 'must be whsec_ with 24 to 64 bytes in base64', example)
    return key
  }

  /** The text of a file that a variable names. */
  file(name: string, path: string): string | null {
    try {
      return this.readFile(path)
    } catch {
      this.fault(name, 'names a file that cannot be read', './terms.md')
      return null
    }
  }

  /** A list split at commas; a comma inside an item is written %2C. */
  list(name: string): string[] | null {
    const text = this.text(name)
    if (text === null) return null
    const items = text.split(',').map((item) => item.trim().replaceAll(/%2C/gi, ','))
    return items.filter(Boolean)
  }

  /** The names of the variables that begin so, end in a number and are set: `NAME_0`, `NAME_7`. Gaps are allowed. */
  numbered(prefix: string): string[] {
    const indices = Object.keys(this.env)
      .filter(
        (name) => name.startsWith(prefix) && /^\d{1,9}$/.test(name.slice(prefix.length)) && this.env[name]?.trim(),
      )
      .map((name) => name.slice(prefix.length))
    return indices.sort((a, b) => Number(a) - Number(b)).map((index) => `${prefix}${index}`)
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === null) return fallback
    if ((choices as readonly string[]).includes(text)) return text as T
    this.fault(name, `must be one of ${choices.join(', ')}${suggestion(text, choices)}`, choices[0] as string)
    return fallback
  }

  choices<T extends string>(name: string, choices: readonly T[], fallback: readonly T[]): T[] {
    const items = this.list(name)
    if (items === null) return [...fallback]
    for (const item of items) {
      if (!(choices as readonly string[]).includes(item)) {
        this.fault(
          name,
          `contains "${item}", which is not one of ${choices.join(', ')}${suggestion(item, choices)}`,
          choices.join(','),
        )
      }
    }
    return items.filter((item): item is T => (choices as readonly string[]).includes(item))
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['true', '1', 'on', 'yes'].includes(text)) return true
    if (['false', '0', 'off', 'no'].includes(text)) return false
    this.fault(name, 'must be true or false', String(!fallback))
    return fallback
  }

  /** A whole number within bounds. `unit` is for the reader of the message. */
  number(name: string, fallback: number, { min, max, unit }: { min: number; max: number; unit: string }): number {
    const text = this.text(name)
    if (text === null) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    this.fault(name, `is "${text}", and must be a whole number of ${unit} from ${min} to ${max}`, String(fallback))
    return fallback
  }

  /** A list of count/window such as `5/1h`; empty for `off`, which production refuses. */
  limits(name: string, fallback: string, production: boolean): Limit[] {
    const text = this.text(name) ?? fallback
    if (text === 'off') {
      if (production) this.fault(name, 'is off, which is refused in production', fallback)
      return []
    }
    const limits: Limit[] = []
    for (const part of text.split(',')) {
      const match = /^(\d{1,9})\/(\d{1,6})([smhd])$/.exec(part.trim())
      const count = Number(match?.[1])
      const window = Number(match?.[2]) * (units[match?.[3] ?? ''] ?? 0)
      if (!match || count < 1 || window < 1) {
        this.fault(name, `contains "${part.trim()}", which is not count/window such as 5/1h`, fallback)
        continue
      }
      limits.push({ count, window })
    }
    return limits
  }

  /** An absolute http(s) URL without a fragment. */
  url(name: string, example: string, { httpsOnly = false } = {}): string | null {
    const text = this.text(name)
    if (text === null) return null
    const fault = urlFault(text, httpsOnly)
    if (fault) this.fault(name, fault, example)
    return fault ? null : text
  }
}

export function urlFault(text: string, httpsOnly: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (/^["']/.test(text)) return `is ${text}, with the quotation marks; leave them out`
  if (!url || !/^https?:\/\//i.test(text)) return 'is not an absolute http(s) URL'
  if (url.hash || text.includes('#')) return 'must not have a fragment'
  if (url.username || url.password) return 'must not hold a user name or password'
  if (httpsOnly && url.protocol !== 'https:' && !isLoopback(url.hostname)) return 'must be https in production'
  return null
}

/** A development server: not in production, and its issuer is on this machine. */
export const isDevelopmentServer = ({ production, issuer }: { production: boolean; issuer: string }): boolean =>
  !production && isLoopback(new URL(issuer).hostname)

export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  /^127(\.\d{1,3}){3}$/.test(host) ||
  host === '[::1]' ||
  host === '::1'

/** `, did you mean "x"?` when one of the choices is near, else nothing. */
export function suggestion(text: string, choices: readonly string[]): string {
  const near = nearest(text, choices)
  return near ? `; did you mean "${near}"?` : ''
}

/** The choice that the text nearly is. */
export function nearest(text: string, choices: readonly string[]): string | null {
  const near = choices
    .map((choice) => ({ choice, distance: editDistance(text.toLowerCase(), choice.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return near && near.distance <= Math.max(2, near.choice.length / 3) ? near.choice : null
}

/** How many letters must be typed, left out or replaced to make one of the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Names of the machine's and of other programs' own, however near they are to one of ours. */
const foreign = /^(OTEL_|npm_|NODE_OPTIONS$|NODE_PATH$|DATABASE_USER$|HOSTS?$|POST$|PORTS$)/

/** A variable of a client or a resource: those have checks of their own. */
const isIndexed = (name: string): boolean => name.startsWith('OIDC_CLIENT_') || name.startsWith('OIDC_RESOURCE')

/** How many letters may be wrong: a short name is near to many others that have nothing to do with us. */
const tolerance = (name: string): number => (name.length < 8 ? 1 : name.length < 12 ? 2 : 3)

/**
 * Variables that are set, are not settings, and are nearly one: `TERMS_VERSON` for `TERMS_VERSION`. `known` are the names
 * that the reader asked for. Each as a sentence for the operator.
 */
export function nearMisses(env: Environment, known: ReadonlySet<string>): string[] {
  const settings = [...known].filter((name) => !isIndexed(name) && !name.endsWith('_FILE'))
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && /^[A-Z][A-Z0-9_]*$/.test(name))
    .filter((name) => !known.has(name) && !isIndexed(name) && !foreign.test(name))
    .flatMap((name) => {
      const typed = name.replace(/_FILE$/, '')
      const nearest = settings
        // Any other name is further away than its length.
        .filter((setting) => Math.abs(setting.length - typed.length) <= tolerance(name))
        .map((setting) => ({ setting, distance: editDistance(typed, setting) }))
        .sort((a, b) => a.distance - b.distance)[0]
      return nearest && nearest.distance <= tolerance(name)
        ? [`${name} is not a setting and has no effect; did you mean ${nearest.setting}?`]
        : []
    })
}
