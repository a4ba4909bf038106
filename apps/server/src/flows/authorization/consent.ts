import { consentTo } from '../../oidc/consent.ts'
import { putConsent } from '../../store/hot/consents.ts'
import { noteConsent } from '../../store/hot/interactions.ts'
import type { Deps } from '../platform/deps.ts'
import type { SignedInInteraction } from './interactions.ts'

/** Remembers that a person allows a client what it asks for, in the organization of this request. */
export async function allow(
  deps: Deps,
  { person, client, interaction }: SignedInInteraction,
  organizationId: string | null,
): Promise<void> {
  const { request } = interaction
  const given = {
    userId: person.id,
    clientId: client.id,
    organizationId,
    consent: consentTo(request, client, deps.resources),
    names: request,
    connection: null,
    now: deps.now(),
  }
  await deps.db.transaction(async (tx) => {
    await putConsent(tx, given)
    await noteConsent(tx, interaction.id)
  })
}
