import { namesOfOwners } from '../../../flows/authorization/onboarding/not-allowed.ts'
import type { Result } from '../../../flows/authorization/onboarding/result.ts'
import { page } from '../../../http/responses.ts'
import { shownName } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { NotAllowedPage } from '../../../pages/authorization/onboarding/not-allowed.tsx'
import { type PageContext, pathOfStep } from '../../page-context.ts'
import { type StepPage, sendDenial, stepPath } from '../interaction-page.ts'
import { mayGoBackTo } from '../leave-options.ts'
import { stepRoutes } from './step.ts'

type NotAllowedStepPage = StepPage<'not-allowed'>

/** Shown to a person whose roles in the organization allow nothing of what the application asks for. */
export const notAllowedRoutes = (context: PageContext) =>
  stepRoutes(context, { path: '/onboarding/:handle/not-allowed', step: 'not-allowed', show, submit })

async function show(current: NotAllowedStepPage): Promise<Response> {
  const { client, context, frame, handle, memberships, step } = current
  const organization = memberships.find(({ organizationId }) => organizationId === step.organizationId)
  const byNetwork = step.byNetwork === true
  const owners = organization && !byNetwork ? await namesOfOwners(context.deps, organization.organizationId) : []
  const others = mayGoBackTo(current, 'choose-organization')
  return page(
    <NotAllowedPage
      frame={frame}
      action={stepPath(current)}
      application={shownName(client)}
      organization={organization?.name ?? null}
      owners={owners}
      byNetwork={byNetwork}
      others={others ? pathOfStep(context.base, handle, { kind: 'choose-organization' }) : null}
    />,
  )
}

const submit = (current: NotAllowedStepPage): Promise<Result | Response> =>
  sendDenial(
    current,
    current.step.byNetwork
      ? 'the organization does not allow this network'
      : 'the person may do none of this in the organization',
  )
