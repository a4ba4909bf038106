import { allow, consentOffer } from '../../flows/authorization/consent.ts'
import type { Result } from '../../flows/authorization/onboarding/result.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { shownConsent } from '../../oidc/consent.ts'
import { isThirdParty } from '../../oidc/dynamic-clients/third-party-clients.ts'
import type { Params } from '../../oidc/params.ts'
import { ConsentPage } from '../../pages/authorization/consent.tsx'
import type { PageContext } from '../page-context.ts'
import { showConnection, submitConnection } from './connection.tsx'
import { type StepPage, sendDenial, stepPath } from './interaction-page.ts'
import { stepRoutes } from './onboarding/step.ts'

/** The step that asks whether the client may have what it requests (OIDC Core section 3.1.2.4). */
export const consentRoutes = (context: PageContext) =>
  stepRoutes(context, {
    path: '/consent/:handle',
    step: 'consent',
    show: (current) => (isThirdParty(current.client) ? showConnection(current) : show(current)),
    submit: (current, params) =>
      isThirdParty(current.client) ? submitConnection(current, params) : submit(current, params),
  })

async function show(current: StepPage<'consent'>, problem: 'changed' | null = null): Promise<Response> {
  const { client, context, frame, memberships, step } = current
  const organization = memberships.find(({ organizationId }) => organizationId === step.organizationId)
  const { asked, shown } = consentOffer(context.deps, current, step.organizationId)
  const props = {
    action: stepPath(current),
    application: client.name,
    access: shownConsent(asked, context.deps.resources),
    organization: organization?.name ?? null,
    shown,
    problem,
  }
  return page(<ConsentPage frame={frame} {...props} />, { script: true, status: problem ? 422 : 200 })
}

async function submit(current: StepPage<'consent'>, params: Params): Promise<Result | Response> {
  const decision = formField(params, 'decision')
  if (decision === 'deny') return sendDenial(current, 'the person did not consent')
  if (decision !== 'allow') return { ok: true }
  const { context, step, visitor } = current
  const form = { organizationId: step.organizationId, shown: formField(params, 'shown') }
  return (await allow(context.deps, current, form, visitor.network)) ? { ok: true } : show(current, 'changed')
}
