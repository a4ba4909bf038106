import type { Deps } from '../platform/deps.ts'
import type { AppearanceSubject } from '../platform/themes/appearance.ts'
import type { OpenInteraction } from './interactions.ts'

/**
 * The organization that a request is for: decided by its person, or named by the client or an invitation. Its theme is not
 * shown before.
 */
export async function organizationOfRequest(
  { themes }: Pick<Deps, 'themes'>,
  { interaction, client, step }: Pick<OpenInteraction, 'interaction' | 'client'> & Partial<OpenInteraction>,
): Promise<AppearanceSubject['organization']> {
  if (client.organization === 'none') return null
  const decided = step && 'organizationId' in step ? step.organizationId : null
  const named = decided ?? interaction.organizationId ?? interaction.request.organization
  return named ? themes.organization(named) : null
}
