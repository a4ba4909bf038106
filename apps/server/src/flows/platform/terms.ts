import { digest } from '../../crypto/random.ts'
import type { Membership } from '../../oidc/claims.ts'
import type { OpenTerms } from '../../oidc/next-step.ts'
import { findUnacceptedTerms, type UnacceptedTerms } from '../../store/hot/organization-terms.ts'
import { rememberTermsVersion } from '../../store/hot/terms.ts'
import type { Deps } from './deps.ts'
import { day } from './durations.ts'

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
