import type { Person } from '../../../oidc/claims.ts'
import type { OpenTerms } from '../../../oidc/next-step.ts'
import { fullName } from '../../../oidc/person-names.ts'
import { insertTermsAcceptance } from '../../../store/beyond-prisma/organizations/terms-acceptances.ts'
import { findTermsVersion, postponeTerms } from '../../../store/prisma/organizations/terms.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { fail, type Result } from './result.ts'

/** The open terms of the organization that was chosen. */
interface AskedTerms {
  organizationId: string
  terms: OpenTerms
}

/** The text that is shown. */
export const textOfTerms = async ({ db }: Pick<Deps, 'db'>, { organizationId, terms }: AskedTerms): Promise<string> =>
  (await findTermsVersion(db, organizationId, terms.version))?.text ?? ''

/** Accepts the version that is in force: the form names the version it showed. */
export async function acceptOrganizationTerms(
  deps: Deps,
  person: Person,
  { organizationId, terms }: AskedTerms,
  form: { accepted: boolean; version: string },
  network: string,
): Promise<Result> {
  const { version } = terms
  if (!form.accepted) return fail({ accept_terms: 'must-accept' })
  if (form.version !== String(version)) return fail({ accept_terms: 'terms-changed' })
  const acceptance = {
    userId: person.id,
    name: fullName(person) ?? '',
    address: person.email ?? '',
    network,
    acceptedAt: deps.now(),
  }
  await inTransaction(deps, async (tx) => {
    // Otherwise it was accepted in another tab, or replaced at this moment: then the next step asks for the new version.
    if (!(await insertTermsAcceptance(tx, { organizationId, version }, acceptance))) return
    const target = ['user', person.id] as const
    const event = { action: 'organization.terms_accepted', organizationId, target, detail: { version } } as const
    await tx.record(userActor(person.id, network), event)
  })
  return { ok: true }
}

/** Goes on without accepting, while the grace period lasts. */
export async function postponeOrganizationTerms(
  deps: Deps,
  person: Person,
  { organizationId, terms }: AskedTerms,
): Promise<Result> {
  if (!terms.postponableUntil) return fail({ accept_terms: 'must-accept' })
  await postponeTerms(deps.db, organizationId, person.id, deps.now())
  return { ok: true }
}
