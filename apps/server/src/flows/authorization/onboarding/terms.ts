import { insertAcceptance } from '../../../store/hot/terms.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { fail, type Result } from './result.ts'

/** Accepts the version that is in force: the form names the version it showed. */
export async function acceptTerms(
  deps: Deps,
  { person, interaction }: SignedInInteraction,
  accepted: boolean,
  version: string,
  network: string,
): Promise<Result> {
  if (!accepted) return fail({ accept_terms: 'must-accept' })
  if (version !== (await deps.terms.load())?.version) return fail({ accept_terms: 'terms-changed' })
  const actor = userActor(person.id, network)
  const locale = interaction.request.uiLocales[0]?.slice(0, 35) ?? 'en'
  await inTransaction(deps, async (tx) => {
    await insertAcceptance(tx, { userId: person.id, version, locale, now: deps.now() })
    await tx.record(actor, { action: 'terms.accepted', target: ['user', person.id], detail: { version } })
  })
  return { ok: true }
}
