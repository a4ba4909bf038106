import {
  chooseOrganization,
  offeredInvitations,
  offeredMemberships,
  offeredOrganizations,
} from '../../../flows/authorization/onboarding/organization.ts'
import { createOwnOrganization, mayCreate } from '../../../flows/authorization/onboarding/organization-creation.ts'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { useAnotherAccount } from '../../../flows/authorization/sign-in/account.ts'
import { approverCount, type JoinableOrganization } from '../../../flows/organizations/members/joining.ts'
import { fieldsOfNewOrganization } from '../../../flows/platform/fields/required-fields.ts'
import { formField } from '../../../http/forms.ts'
import { queryParams } from '../../../http/query.ts'
import { empty, page } from '../../../http/responses.ts'
import { shownName } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { Params } from '../../../oidc/params.ts'
import { ChoicePage } from '../../../pages/authorization/onboarding/choice.tsx'
import { InvitationOnlyPage } from '../../../pages/authorization/onboarding/invitation-only.tsx'
import { NotInvitedPage } from '../../../pages/authorization/onboarding/not-invited.tsx'
import { WaitingPage } from '../../../pages/authorization/onboarding/waiting.tsx'
import { askedFields, fieldsIn } from '../../field-forms.ts'
import { formStatus, problemTexts } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type StepPage, sendDenial, stepPath } from '../interaction-page.ts'
import { stepRoutes } from './step.ts'

/** The step in which the person chooses an organization: one of theirs, one they may join, or a new one. */
export const organizationChoiceRoutes = (context: PageContext) =>
  stepRoutes(context, { path: '/onboarding/:handle/organization', step: 'choose-organization', show, submit })

async function show(current: StepPage, problems?: Problems, params?: Params): Promise<Response> {
  const { context, client, frame, person } = current
  const query = queryParams(current.c.req.raw)
  const { choices, asked } = await choicesOf(current)
  const notes = asked.map(({ name }) => frame.words.org.asked({ name }))
  // Whoever goes back chooses among what they have: what they created here exists already.
  const creates = current.progress?.open[0] === 'organization' && (await mayCreate(context.deps, current))
  const props = { frame, action: stepPath(current), notes }
  if (asked.length > 0 && choices.length === 0 && !problems && !(creates && query.get('create') === 'yes'))
    return query.get('poll') === 'yes' ? empty(204) : waitingPage(current, asked, creates)
  if (choices.length === 0 && !creates)
    return page(
      <InvitationOnlyPage
        {...props}
        frame={{ ...frame, leaveOptions: undefined }}
        address={person.email ?? ''}
        application={shownName(client)}
        problem={problemTexts(frame, problems).organization}
      />,
      formStatus(problems),
    )
  const words = frame.words.organization
  const nothing = choices.length === 0
  const { name, ...first } = newOrganization(params)
  return page(
    <ChoicePage
      {...props}
      field="organization"
      title={nothing ? words.createTitle : words.title}
      intro={nothing ? words.createIntro : words.intro({ application: shownName(client) })}
      legend={words.choose}
      choices={choices}
      selected={formField(params, 'organization') || current.interaction.organizationId}
      or={words.or}
      nameLabel={words.name}
      createLabel={words.create}
      mayCreate={creates}
      name={name}
      first={first}
      fields={creates ? askedFields(frame, fieldsOfNewOrganization(context.deps), { problems, params }) : []}
      problems={problemTexts(frame, problems)}
    />,
    { ...formStatus(problems), script: true },
  )
}

/** The person asked to join, and has nothing to choose: they wait. */
async function waitingPage(current: StepPage, asked: JoinableOrganization[], creates: boolean): Promise<Response> {
  const { deps } = current.context
  const path = stepPath(current)
  const managers = await Promise.all(asked.map(({ organizationId }) => approverCount(deps, organizationId)))
  return page(
    <WaitingPage
      frame={current.frame}
      path={path}
      asked={asked.map(({ name }, index) => ({ name, managers: managers[index] ?? 0 }))}
      createPath={creates ? `${path}?create=yes` : null}
    />,
    { script: true },
  )
}

/** The organizations to choose from, and those that the person has asked to join. */
async function choicesOf(current: StepPage) {
  const { context, frame } = current
  const { words } = frame
  const invitations = await offeredInvitations(context.deps, current)
  const joinable = await offeredOrganizations(context.deps, current)
  const choices = [
    ...offeredMemberships(current).map(({ organizationId, name, slug }) => ({
      id: organizationId,
      label: name,
      detail: slug,
    })),
    ...invitations.map(({ id, organizationName }) => ({
      id,
      label: words.organization.invited({ name: organizationName ?? '' }),
    })),
    ...joinable
      .filter(({ asked }) => !asked)
      .map(({ organizationId, name, joining }) => ({
        id: organizationId,
        label: joining === 'automatic' ? words.org.joinDomain({ name }) : words.org.askToJoin({ name }),
      })),
  ]
  return { choices, asked: joinable.filter(({ asked }) => asked) }
}

async function submit(current: StepPage, params: Params): Promise<Result | Response> {
  const { context, memberships, visitor } = current
  const decision = formField(params, 'decision')
  if (decision === 'go-on') return { ok: true }
  if (decision === 'back') return sendDenial(current, 'the person belongs to no organization')
  if (decision === 'other') {
    await useAnotherAccount(context.deps, current)
    return { ok: true }
  }
  const choice = formField(params, 'organization')
  if (choice) return chooseOrganization(context.deps, current, choice, visitor.network)
  if (params.get('organization_name') === undefined)
    return {
      ok: false,
      problems: memberships.length > 0 ? { organization: 'choose-one' } : { organization_name: 'required' },
    }
  const { slug, team, ...typed } = newOrganization(params)
  const fields = fieldsIn(context.deps, 'organization', params)
  const form = { ...typed, slug: slug.trim(), team: team.trim(), fields }
  const result = await createOwnOrganization(context.deps, current, form, visitor)
  if (!result.ok || result.notInvited.length === 0) return result
  const { frame } = current
  return page(
    <NotInvitedPage
      frame={{ ...frame, leaveOptions: undefined }}
      action={stepPath(current)}
      organization={typed.name.trim()}
      addresses={result.notInvited}
    />,
  )
}

/** The fields of a new organization, as they were typed. */
const newOrganization = (params: Params | undefined) => ({
  name: formField(params, 'organization_name'),
  slug: formField(params, 'organization_slug'),
  team: formField(params, 'first_team_name'),
  invite: formField(params, 'invite'),
})
