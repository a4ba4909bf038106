import { isTermsVersion } from '../../../config/read.ts'
import { digest } from '../../../crypto/random.ts'
import {
  findServerTerms,
  findTermsVersion,
  findTermsVersions,
  putTermsVersion,
  type ServerTerms,
  type TermsDraft,
  type TermsVersion,
  updateServerTerms,
  withdrawTermsVersion,
} from '../../../store/prisma/terms.ts'
import { parseTerms } from '../../organizations/terms/terms-publishing.ts'
import { type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { Terms } from '../../platform/terms-in-force.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

export type { TermsDraft, TermsVersion } from '../../../store/prisma/terms.ts'

/** Each version asks everybody. */
const publishLimit = [{ count: 30, window: day }]

/** Every version of the terms that was shown, the newest first. `current`: the one that people accept now. */
export async function listTermsVersions(deps: Deps, actor: Manager): Promise<(TermsVersion & { current: boolean })[]> {
  requireUnrestricted(actor)
  const [versions, terms] = await Promise.all([findTermsVersions(deps.db), deps.terms.load()])
  return versions.map((shown) => ({ ...shown, current: shown.version === terms?.version }))
}

export interface ServerTermsView {
  inForce: Terms | null
  /** The environment has the terms, so nothing can be changed here. */
  ofEnvironment: boolean
  draft: TermsDraft | null
  revision: number
  versions: readonly (TermsVersion & { current: boolean })[]
}

export async function viewServerTerms(deps: Deps, actor: Manager): Promise<ServerTermsView> {
  const versions = await listTermsVersions(deps, actor)
  const { draft, revision } = await findServerTerms(deps.db)
  return {
    inForce: await deps.terms.load(),
    ofEnvironment: deps.config.terms !== null,
    draft,
    revision,
    versions,
  }
}

/** A version with its text, if that was published in the console. @throws OperationRefused */
export async function getServerTermsVersion(
  deps: Deps,
  actor: Manager,
  version: string,
): Promise<TermsVersion & { text: string | null }> {
  requireUnrestricted(actor)
  const found = isTermsVersion(version) ? await findTermsVersion(deps.db, version) : null
  if (!found) throw new OperationRefused('not-found')
  return found
}

/** Saves what will be published. `revision`: of the terms as the form showed them. @throws OperationRefused */
export async function saveServerTermsDraft(
  deps: Deps,
  actor: Manager,
  input: TermsDraft,
  revision: number,
): Promise<void> {
  const draft = parseDraft(input, deps.now())
  await changeTerms(deps, actor, revision, async ({ tx, terms, write }) => {
    await requireNewText(tx, draft)
    await write({ version: terms.version, draft })
    await tx.record(actor, { action: 'terms.drafted', target: ['terms', draft.version] })
  })
}

/** Drops the draft: what is in force stays. */
export const discardServerTermsDraft = (deps: Deps, actor: Manager, revision: number): Promise<void> =>
  changeTerms(deps, actor, revision, async ({ tx, terms: { version, draft }, write }) => {
    if (!draft) return
    await write({ version, draft: null })
    await tx.record(actor, { action: 'terms.drafted', target: ['terms', draft.version], detail: { discarded: true } })
  })

/** Publishes the draft that was previewed: everybody is asked to accept it. Returns its version. */
export async function publishServerTerms(deps: Deps, actor: Manager, revision: number): Promise<string> {
  requireUnrestricted(actor)
  await enforceLimit(deps, 'terms:server', publishLimit)
  return changeTerms(deps, actor, revision, async ({ tx, terms, write }) => {
    if (!terms.draft) throw new OperationRefused('changed-meanwhile')
    // The grace period may have ended since it was saved.
    const draft = parseDraft(terms.draft, deps.now())
    const textDigest = digest(draft.text)
    await requireNewText(tx, draft)
    await write({ version: draft.version, draft: null })
    await putTermsVersion(tx, { ...draft, textDigest, publishedBy: actor.id }, deps.now())
    const detail = { digest: textDigest, grace_until: draft.graceUntil?.toISOString() ?? null }
    await tx.record(actor, { action: 'terms.published', target: ['terms', draft.version], detail })
    return draft.version
  })
}

/** Takes the terms out of force: nobody is asked any more. Versions and acceptances stay on record. */
export const withdrawServerTerms = (deps: Deps, actor: Manager, revision: number): Promise<void> =>
  changeTerms(deps, actor, revision, async ({ tx, terms: { version, draft }, write }) => {
    if (version === null) return
    await write({ version: null, draft })
    await withdrawTermsVersion(tx, version, deps.now())
    await tx.record(actor, { action: 'terms.withdrawn', target: ['terms', version] })
  })

interface TermsChange {
  tx: AuditedTransaction
  terms: ServerTerms
  write(terms: Pick<ServerTerms, 'version' | 'draft'>): Promise<void>
}

/** Changes the terms unless the environment has them, or someone else has changed them meanwhile. */
async function changeTerms<T>(
  deps: Deps,
  actor: Manager,
  revision: number,
  work: (change: TermsChange) => Promise<T>,
): Promise<T> {
  requireUnrestricted(actor)
  if (deps.config.terms) throw new OperationRefused('read-only')
  const done = await inTransaction(deps, async (tx) => {
    const terms = await findServerTerms(tx)
    if (terms.revision !== revision) throw new OperationRefused('changed-meanwhile')
    return work({
      tx,
      terms,
      async write(data) {
        if (!(await updateServerTerms(tx, revision, data, deps.now()))) throw new OperationRefused('changed-meanwhile')
      },
    })
  })
  await deps.afterCommit(() => deps.terms.outdate())
  return done
}

function parseDraft({ version, ...input }: TermsDraft, now: Date): TermsDraft {
  if (!isTermsVersion(version)) throw new OperationRefused('invalid', 'version', 'invalid-version')
  return { version, ...parseTerms(input, now) }
}

/**
 * A version that people accepted is never given another text. The same text may come here from the environment, where a file
 * ends with a line break: whoever accepted it is not asked again.
 */
async function requireNewText(tx: AuditedTransaction, { version, text }: TermsDraft): Promise<void> {
  const known = await findTermsVersion(tx, version)
  if (known && ![digest(text), digest(`${text}\n`)].includes(known.textDigest))
    throw new OperationRefused('invalid', 'version', 'version-taken')
}
