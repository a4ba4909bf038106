import { digest } from '../../crypto/random.ts'
import { rememberTermsVersion } from '../../store/hot/terms.ts'
import type { Deps } from './deps.ts'

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
