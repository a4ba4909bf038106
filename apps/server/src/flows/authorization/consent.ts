import { consentTo } from '../../oidc/consent.ts'
import { putConsent } from '../../store/hot/consents.ts'
import { noteConsent } from '../../store/hot/interactions.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { SignedInInteraction } from './interactions.ts'

/** Remembers that a person allows a client what it asks for, in the organization of this request. */
export async function allow(
  deps: Deps,
  { person, client, interaction }: SignedInInteraction,
  organizationId: string | null,
  network: string,
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
}
