import type { OpenInteraction } from '../../flows/authorization/interactions.ts'
import type { Inviter } from '../../flows/organizations/invitations/invitations.ts'
import { previewInvitation } from '../../flows/organizations/invitations/received-invitations.ts'
import { firstPartyClientId } from '../../flows/platform/clients/first-party-client.ts'
import type { Frame } from '../../pages/layout.tsx'
import type { PageContext } from '../page-context.ts'

/** Who invites to what, as a sentence. */
export function invitedBy({ words, brand }: Frame, inviter: Inviter, organization: string): string {
  const { manage } = words
  if (inviter.kind === 'person') return manage.invitedByPerson({ person: inviter.name, organization })
  if (inviter.kind === 'operators') return manage.invitedByOperators({ brand: brand.instanceName, organization })
  return manage.invitedByOrganization({ organization })
}

/** The same sentence for a sign-in that started with the link of an invitation; null for any other. */
export async function invitedFor(
  { deps, base }: PageContext,
  frame: Frame,
  { client, interaction }: Pick<OpenInteraction, 'client' | 'interaction'>,
): Promise<string | null> {
  const start = `${base}/invitations/`
  const path = interaction.request.redirectUri
  if (client.id !== firstPartyClientId || !path.startsWith(start)) return null
  const preview = await previewInvitation(deps, path.slice(start.length))
  return preview && invitedBy(frame, preview.inviter, preview.organization)
}
