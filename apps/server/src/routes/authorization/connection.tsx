import { type ConnectionProblem, connect, connectionOffer, permit } from '../../flows/authorization/connection.ts'
import type { Result } from '../../flows/authorization/onboarding/result.ts'
import { refreshLifetimes } from '../../flows/tokens/refresh-tokens.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { shownConsent } from '../../oidc/consent.ts'
import {
  type Destination,
  destinationOf,
  hostOfClientId,
  plainName,
} from '../../oidc/dynamic-clients/third-party-clients.ts'
import type { Params } from '../../oidc/params.ts'
import { ConnectionPage } from '../../pages/authorization/connection.tsx'
import { redirectToStep, type StepPage, sendDenial, stepPath } from './interaction-page.ts'

/** The page that asks for consent to a third-party client: who it is, what it wants, and for which organization. */
export async function showConnection(
  current: StepPage<'consent'>,
  problem: ConnectionProblem | null = null,
  selected?: string,
): Promise<Response> {
  const { client, context, frame, interaction } = current
  const { redirectUri } = interaction.request
  const offer = await connectionOffer(context.deps, current, current.visitor)
  const props = {
    application: {
      clientId: client.id,
      host: hostOfClientId(client.id) ?? hostOf(destinationOf(redirectUri)),
      name: plainName(client.name),
      isNew: offer.isNew,
      policyUri: client.policyUri,
      tosUri: client.tosUri,
    },
    destination: destinationOf(redirectUri),
    access: shownConsent(offer.asked, context.deps.resources),
    days: daysOf(current),
    selected: selected ?? offer.suggested,
  }
  return page(<ConnectionPage frame={frame} action={stepPath(current)} problem={problem} {...offer} {...props} />, {
    script: true,
    status: problem ? 422 : 200,
  })
}

/** A registration proves nothing; that the answer goes to a host is certain. */
const hostOf = (destination: Destination): string | null => (destination.kind === 'site' ? destination.host : null)

function daysOf({ client, context, interaction }: StepPage<'consent'>): number | null {
  const lasts = client.grantTypes.has('refresh_token') && interaction.request.scope.includes('offline_access')
  return lasts ? Math.round(refreshLifetimes(context.deps, client).max / 86_400) : null
}

export async function submitConnection(current: StepPage<'consent'>, params: Params): Promise<Result | Response> {
  const permitted = formField(params, 'permit')
  if (permitted) return submitPermit(current, { organization: permitted, shown: formField(params, 'shown') })
  const decision = formField(params, 'decision')
  if (decision === 'deny') return sendDenial(current, 'the person did not consent')
  if (decision !== 'allow') return showConnection(current)
  const organization = formField(params, 'organization')
  const form = { organization, shown: formField(params, 'shown') }
  const problem = await connect(current.context.deps, current, form, current.visitor)
  return problem ? showConnection(current, problem, organization) : { ok: true }
}

/** The same page again: now the organization is among those that it may be connected to. */
async function submitPermit(
  current: StepPage<'consent'>,
  form: { organization: string; shown: string },
): Promise<Response> {
  const problem = await permit(current.context.deps, current, form, current.visitor)
  return problem ? showConnection(current, problem) : redirectToStep(current)
}
