import type { Config } from '../../config/settings.ts'
import { digest } from '../../crypto/random.ts'
import type { Membership } from '../../oidc/claims.ts'
import type { OpenTerms } from '../../oidc/next-step.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findUnacceptedTerms, type UnacceptedTerms } from '../../store/hot/organization-terms.ts'
import { findTermsInForce, rememberTermsVersion } from '../../store/hot/terms.ts'
import type { Deps } from './deps.ts'
import { day } from './durations.ts'
import { RefreshedValues } from './themes/refreshed-values.ts'

/**
 * Keeps the version of the terms that is in force, with the digest of its text. A version that people accepted is never
 * given another text: that is refused at start. Of terms at a URL only the URL is known.
 */
export async function recordTermsVersion({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  if (!config.terms) return
  const { version, file, url, text } = config.terms
  const textDigest = digest(text ?? url ?? '')
  if (await rememberTermsVersion(db, { version, textDigest, now: now() })) return
  throw new Error(
    `TERMS_VERSION ${version} was shown with another ${file ? 'text' : 'TERMS_URL'} before; give the new one a new version, so that everyone is asked`,
  )
}

/** The terms of the server: what people accept before they go on. */
export interface Terms {
  version: string
  /** Null if we have the text. */
  url: string | null
  /** Markdown. */
  text: string | null
  /** Until then, those who accepted an earlier version may go on. */
  graceUntil: Date | null
}

/**
 * The terms in force, in memory, because every sign-in asks for them: those of the environment, else those that were published
 * in the console. What is published on another replica is in force within seconds.
 */
export class TermsInForce {
  readonly #published: RefreshedValues<Terms | null>
  readonly #config: Pick<Config, 'terms'>

  constructor({ db, config, now }: { db: SqlStore; config: Pick<Config, 'terms'>; now(): Date }) {
    const read = async () => {
      const found = await findTermsInForce(db)
      return found && { ...found, url: null }
    }
    this.#published = new RefreshedValues(read, null, now)
    this.#config = config
  }

  /** What is held, for callers that can't wait. */
  held(): Terms | null {
    return this.#config.terms ?? this.#published.held('')
  }

  async load(): Promise<Terms | null> {
    return this.#config.terms ?? this.#published.load('')
  }

  /** This process has changed them. */
  outdate(): void {
    this.#published.outdate('')
  }
}

/** How long "later" lasts before a member is asked again. */
const postponedFor = day

/** Of someone who has nothing to accept. */
export const noOpenTerms = (): ReadonlyMap<string, OpenTerms> => new Map()

/** Whether one of these organizations has terms of its own: only then is the database asked about them. */
export const haveTerms = (memberships: readonly Membership[]): boolean =>
  memberships.some(({ termsVersion }) => termsVersion !== null)

/** The terms that a person has to be asked about now, by the id of the organization. */
export async function findOpenTerms(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
): Promise<ReadonlyMap<string, OpenTerms>> {
  const open = new Map<string, OpenTerms>()
  for (const terms of await findUnacceptedTerms(db, userId)) {
    const postponableUntil = graceOf(terms, now())
    if (postponableUntil && wasPostponed(terms, now())) continue
    open.set(terms.organizationId, { version: terms.version, postponableUntil })
  }
  return open
}

/** Only those who were members before the terms changed may go on without them for a while. */
const graceOf = ({ graceUntil, memberSince, publishedAt }: UnacceptedTerms, now: Date): Date | null =>
  graceUntil && now < graceUntil && memberSince < publishedAt ? graceUntil : null

const wasPostponed = ({ postponedAt, publishedAt }: UnacceptedTerms, now: Date): boolean =>
  postponedAt !== null && postponedAt >= publishedAt && now.getTime() - postponedAt.getTime() < postponedFor
