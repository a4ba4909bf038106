import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { chooseTeam, createOwnTeam } from '../../../flows/authorization/onboarding/team.ts'
import { listOpenTeams } from '../../../flows/organizations/teams.ts'
import { formField } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { ChoicePage } from '../../../pages/authorization/onboarding/choice.tsx'
import { formStatus, problemTexts } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type StepPage, stepPath } from '../interaction-page.ts'
import { stepRoutes } from './step.ts'

/** The step in which the person chooses a team of their organization, or creates one. */
export const teamChoiceRoutes = (context: PageContext) =>
  stepRoutes(context, { path: '/onboarding/:handle/team', step: 'choose-team', show, submit })

async function show(current: StepPage<'choose-team'>, problems?: Problems, params?: Params): Promise<Response> {
  const { context, frame, memberships, person, step } = current
  const words = frame.words.team
  const organization = memberships.find(({ organizationId }) => organizationId === step.organizationId)
  const teams = organization?.teams ?? []
  const open = await listOpenTeams(context.deps, step.organizationId, person.id)
  return page(
    <ChoicePage
      frame={frame}
      action={stepPath(current)}
      field="team"
      title={teams.length + open.length === 0 ? words.createTitle : words.title}
      intro={words.intro({ organization: organization?.name ?? '' })}
      legend={words.choose}
      choices={[
        ...teams.map(({ id, name }) => ({ id, label: name })),
        ...open.map(({ id, name }) => ({ id, label: frame.words.org.joinDomain({ name }) })),
      ]}
      selected={formField(params, 'team') || null}
      or={words.or}
      nameLabel={words.name}
      createLabel={words.create}
      mayCreate
      name={formField(params, 'team_name')}
      problems={problemTexts(frame, problems)}
    />,
    { ...formStatus(problems), script: true },
  )
}

async function submit(current: StepPage<'choose-team'>, params: Params): Promise<Result> {
  const { context, step, visitor } = current
  const choice = formField(params, 'team')
  if (choice) return chooseTeam(context.deps, current, step.organizationId, choice, visitor.network)
  return createOwnTeam(context.deps, current, step.organizationId, formField(params, 'team_name'), visitor.network)
}
