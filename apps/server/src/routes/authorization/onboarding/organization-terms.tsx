import {
  acceptOrganizationTerms,
  postponeOrganizationTerms,
  textOfTerms,
} from '../../../flows/authorization/onboarding/organization-terms.ts'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { formField } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { OrganizationTermsStepPage } from '../../../pages/authorization/onboarding/terms.tsx'
import { timeFormat } from '../../../words/dates.ts'
import { formStatus, problemTexts } from '../../forms.ts'
import { type PageContext, pathOfStep } from '../../page-context.ts'
import { type StepPage, sendDenial, stepPath } from '../interaction-page.ts'
import { mayGoBackTo } from '../leave-options.ts'
import { stepRoutes } from './step.ts'

type TermsStepPage = StepPage<'accept-organization-terms'>

/** The step in which a member accepts the terms of the organization that they chose. */
export const organizationTermsRoutes = (context: PageContext) =>
  stepRoutes(context, {
    path: '/onboarding/:handle/organization-terms',
    step: 'accept-organization-terms',
    show,
    submit,
  })

async function show(current: TermsStepPage, problems?: Problems): Promise<Response> {
  const { context, frame, step, memberships, person, handle } = current
  const { version, postponableUntil } = step.terms
  const organization = memberships.find(({ organizationId }) => organizationId === step.organizationId)
  const others = mayGoBackTo(current, 'choose-organization')
  return page(
    <OrganizationTermsStepPage
      frame={frame}
      action={stepPath(current)}
      organization={organization?.name ?? ''}
      version={String(version)}
      html={await context.untrustedHtml(await textOfTerms(context.deps, step))}
      until={postponableUntil && timeFormat(frame.words.lang, person.zoneinfo)(postponableUntil)}
      others={others ? pathOfStep(context.base, handle, { kind: 'choose-organization' }) : null}
      problem={problemTexts(frame, problems).accept_terms}
    />,
    { ...formStatus(problems), script: true },
  )
}

async function submit(current: TermsStepPage, params: Params): Promise<Result | Response> {
  const { context, person, step, visitor } = current
  const { deps } = context
  const decision = formField(params, 'decision')
  if (decision === 'decline') {
    deps.log.info({ user: person.id, organization: step.organizationId }, 'terms of an organization declined')
    return sendDenial(current, 'the person declined the terms of the organization')
  }
  if (decision === 'later') return postponeOrganizationTerms(deps, person, step)
  const form = { accepted: formField(params, 'accept_terms') !== '', version: formField(params, 'version') }
  return acceptOrganizationTerms(deps, person, step, form, visitor.network)
}
