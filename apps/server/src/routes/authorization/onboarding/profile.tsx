import { completeProfile } from '../../../flows/authorization/onboarding/profile.ts'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { fieldsToAskPerson } from '../../../flows/platform/fields/required-fields.ts'
import { formField } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { ProfilePage } from '../../../pages/authorization/onboarding/profile.tsx'
import { askedFields, fieldsIn } from '../../field-forms.ts'
import { formStatus, problemTexts } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type StepPage, stepPath } from '../interaction-page.ts'
import { stepRoutes } from './step.ts'

/** The step that asks for the person's name. */
export const profileRoutes = (context: PageContext) =>
  stepRoutes(context, { path: '/onboarding/:handle/profile', step: 'complete-profile', show, submit })

async function show(current: StepPage, problems?: Problems, params?: Params): Promise<Response> {
  const { context, frame, person } = current
  const names = params ? namesIn(params) : { givenName: person.givenName ?? '', familyName: person.familyName ?? '' }
  return page(
    <ProfilePage
      frame={frame}
      action={stepPath(current)}
      {...names}
      fields={askedFields(frame, fieldsToAskPerson(context.deps, person), { problems, params })}
      problems={problemTexts(frame, problems)}
    />,
    { ...formStatus(problems), script: true },
  )
}

const submit = (current: StepPage, params: Params): Promise<Result> => {
  const { deps } = current.context
  const form = { ...namesIn(params), fields: fieldsIn(deps, 'person', params) }
  return completeProfile(deps, current, form, current.visitor.network)
}

const namesIn = (params: Params) => ({
  givenName: formField(params, 'given_name'),
  familyName: formField(params, 'family_name'),
})
