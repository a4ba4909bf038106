import { completeFields } from '../../../flows/authorization/onboarding/asked-fields.ts'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { fieldsToAskMember } from '../../../flows/organizations/member-fields.ts'
import { formField } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { AskedFieldsPage } from '../../../pages/authorization/onboarding/asked-fields.tsx'
import { askedFields, fieldsIn } from '../../field-forms.ts'
import { formStatus } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { redirectToStep, type StepPage, stepPath } from '../interaction-page.ts'
import { stepRoutes } from './step.ts'

type FieldsStepPage = StepPage<'complete-fields'>

/** The step in which a member says what the organization that they chose requires, of it or of themselves there. */
export const askedFieldRoutes = (context: PageContext) =>
  stepRoutes(context, { path: '/onboarding/:handle/fields', step: 'complete-fields', show, submit })

async function show(current: FieldsStepPage, problems?: Problems, params?: Params): Promise<Response> {
  const { context, frame, step, memberships } = current
  const asked = fieldsToAskMember(context.deps, current, step.organizationId)
  if (!asked) return redirectToStep(current)
  const organization = memberships.find(({ organizationId }) => organizationId === step.organizationId)
  // Whoever is asked about themselves reads who else sees the answer.
  const seen = asked.of === 'membership'
  const fields = askedFields(frame, asked.fields, { problems, params, seen })
  return page(
    <AskedFieldsPage
      frame={frame}
      action={stepPath(current)}
      organization={organization?.name ?? ''}
      of={asked.of}
      fields={fields}
    />,
    { ...formStatus(problems), script: true },
  )
}

const submit = (current: FieldsStepPage, params: Params): Promise<Result> => {
  const { context, step, visitor } = current
  const of = formField(params, 'of') === 'organization' ? 'organization' : 'membership'
  const form = { of, given: fieldsIn(context.deps, of, params) }
  return completeFields(context.deps, current, step.organizationId, form, visitor.network)
}
