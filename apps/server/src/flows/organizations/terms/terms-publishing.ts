import { digest } from '../../../crypto/random.ts'
import type { OrganizationTerms } from '../../../store/prisma/organizations/terms.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { viewOrganization } from '../access.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'
import { may } from '../rules.ts'

/** Characters. */
export const maxTermsLength = 50_000

/** The longest grace period. */
const maxGrace = 366 * day

/** Each version asks every member. */
const publishLimit = [{ count: 30, window: day }]

export interface TermsInput {
  /** Markdown. */
  text: string
  /** Until then, people who were members before may postpone accepting the version. */
  graceUntil: Date | null
}

/** Marks in one paragraph. */
const mostMarks = 500

/** Of a text of the greatest length, a line has 16 characters on average then. */
const mostLines = 3000

/** Markers of quotes and lists at the beginning of one line. */
const mostMarkers = 11
const beginnings = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])+/gm
const isTooDeep = (beginning: string): boolean => (beginning.match(/[>*+-]|\d+/g)?.length ?? 0) > mostMarkers

/** Markup that no text needs, and that a Markdown parser spends the most time on. */
export const hasTooMuchMarkup = (text: string): boolean =>
  text.split('\n').length > mostLines ||
  (text.match(beginnings) ?? []).some(isTooDeep) ||
  text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_~`[\]!<\\]/g)?.length ?? 0) > mostMarks)

/** The terms as they will be stored. @throws OperationRefused */
export function parseTerms({ text, graceUntil }: TermsInput, now: Date): TermsInput {
  const wanted = text.replaceAll('\r\n', '\n').trim()
  if (wanted === '') throw new OperationRefused('invalid', 'text', 'required')
  if (wanted.length > maxTermsLength) throw new OperationRefused('invalid', 'text', 'text-too-long')
  if (wanted.includes('\0')) throw new OperationRefused('invalid', 'text', 'unreadable')
  if (hasTooMuchMarkup(wanted)) throw new OperationRefused('invalid', 'text', 'too-much-markup')
  const grace = graceUntil ? graceUntil.getTime() - now.getTime() : 1
  if (!(grace > 0 && grace < maxGrace)) throw new OperationRefused('invalid', 'grace_until', 'invalid-date')
  return { text: wanted.toWellFormed(), graceUntil }
}

/** Identifies the content of a draft in a form: equal for two drafts with the same content. Empty without a draft. */
export const draftDigest = (draft: TermsInput | null): string =>
  draft ? digest(JSON.stringify([draft.text, draft.graceUntil])) : ''

/** Saves what will be published. `edited`: the digest of the draft which was edited. */
export async function saveTermsDraft(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  input: TermsInput,
  edited: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.terms_drafted', async (change) => {
    const terms = parseTerms(input, deps.now())
    if (draftDigest(await change.termsDraft()) !== edited) throw new OperationRefused('changed-meanwhile')
    await change.saveTermsDraft(terms, deps.now())
    await change.record(['organization', organizationId])
  })
}

/**
 * Publishes the draft that was previewed. If its content has changed since, or was published already, it is refused.
 */
export async function publishTermsDraft(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  previewed: string,
): Promise<OrganizationTerms> {
  return publish(deps, actor, organizationId, async (change) => {
    const draft = await change.termsDraft()
    if (!draft || draftDigest(draft) !== previewed) throw new OperationRefused('changed-meanwhile')
    return draft
  })
}

/**
 * Publishes a text as the next version, which every member is asked to accept. A text that is already in force makes no
 * new version. `replaces`: the version that is in force as far as the caller knows; refused if it is another.
 */
export const publishTerms = (
  deps: Deps,
  actor: Actor,
  organizationId: string,
  input: TermsInput,
  replaces?: number | null,
): Promise<OrganizationTerms> =>
  publish(deps, actor, organizationId, async ({ organization }) => {
    if (replaces !== undefined && organization.termsVersion !== replaces)
      throw new OperationRefused('changed-meanwhile')
    return input
  })

async function publish(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  findInput: (change: AuditedChange) => Promise<TermsInput>,
): Promise<OrganizationTerms> {
  const now = deps.now()
  const { roles } = await viewOrganization(deps, actor, organizationId)
  // Counted only for people who may publish: nobody else may use the limit up.
  if (may(roles, 'manage-settings')) await enforceLimit(deps, `terms:${organizationId}`, publishLimit)
  return changeOrganization(deps, actor, organizationId, 'organization.terms_published', async (change) => {
    const { text, graceUntil } = parseTerms(await findInput(change), now)
    const textDigest = digest(text)
    const latest = await change.latestTerms()
    if (latest?.version === change.organization.termsVersion && latest?.textDigest === textDigest) return latest
    const terms = { version: (latest?.version ?? 0) + 1, textDigest, graceUntil, publishedAt: now }
    await change.insertTerms({ ...terms, text, by: actor })
    await change.deleteTermsDraft()
    const detail = { version: terms.version, digest: textDigest, grace_until: graceUntil?.toISOString() ?? null }
    await change.record(['organization', organizationId], detail)
    return { ...terms, withdrawnAt: null }
  })
}

/**
 * Takes the terms out of force: members are no longer asked to accept them. Versions and acceptances stay on record.
 */
export async function withdrawTerms(deps: Deps, actor: Actor, organizationId: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.terms_withdrawn', async (change) => {
    const { termsVersion } = change.organization
    if (termsVersion === null) return
    await change.withdrawTerms(termsVersion, deps.now())
    await change.record(['organization', organizationId], { version: termsVersion })
  })
}
