import { digest } from '../../crypto/random.ts'
import { type Consent, consentTo } from '../../oidc/consent.ts'
import { putConsent } from '../../store/hot/consents.ts'
import { noteConsent } from '../../store/hot/interactions.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { governing } from '../platform/rights/held-scope.ts'
import type { SignedInInteraction } from './interactions.ts'

/** What the page of a client of the operator asks for. */
export interface ConsentOffer {
  asked: Consent
  /** Goes with the form: what was shown. Null where nothing can change it between the page and the answer. */
  shown: string | null
}

export function consentOffer(
  deps: Deps,
  { client, interaction, scopeIn }: SignedInInteraction,
  organizationId: string | null,
): ConsentOffer {
  const { request } = interaction
  const asked = consentTo({ ...request, scope: [...scopeIn(organizationId)] }, client, deps.resources)
  const isGoverned = governing(deps, request.resource).length > 0
  return { asked, shown: isGoverned ? digest(JSON.stringify([client.id, organizationId, asked])) : null }
}

/**
 * Remembers that a person allows a client what it asks for, in the organization of this request. False if that is not what
 * they were shown: a role came or went between the page and the answer.
 */
export async function allow(
  deps: Deps,
  current: SignedInInteraction,
  { organizationId, shown }: { organizationId: string | null; shown: string },
  network: string,
): Promise<boolean> {
  const { person, client, interaction, scopeIn } = current
  const offer = consentOffer(deps, current, organizationId)
  if (offer.shown !== null && offer.shown !== shown) return false
  const request = { ...interaction.request, scope: [...scopeIn(organizationId)] }
  const given = {
    userId: person.id,
    clientId: client.id,
    organizationId,
    consent: offer.asked,
    names: request,
    connection: null,
    now: deps.now(),
  }
  await inTransaction(deps, async (tx) => {
    await putConsent(tx, given)
    await noteConsent(tx, interaction.id)
    await tx.record(userActor(person.id, network), {
      action: 'client.connected',
      organizationId,
      target: ['client', client.id],
      detail: { name: client.name, scope: request.scope, resource: request.resource },
    })
  })
  return true
}
