import { type Context, Hono } from 'hono'
import { mayOperate } from '../../flows/management/operator-permissions.ts'
import { getOrganizationOverview, type OrganizationOverview } from '../../flows/management/organization-directory.ts'
import { handOverOrganization } from '../../flows/management/people/owner-acts.ts'
import { findMember, listMembers, memberLabels } from '../../flows/organizations/members/members.ts'
import { approveOrganization } from '../../flows/organizations/organization-approval.ts'
import { deleteOrganization, restoreOrganization } from '../../flows/organizations/organization-lifecycle.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { OrganizationOverviewPage } from '../../pages/console/organization.tsx'
import type { Question } from '../../pages/question.tsx'
import type { Said } from '../../pages/said.ts'
import type { Words } from '../../words/index.ts'
import { formStatus, problemTexts } from '../forms.ts'
import { perPage, rowsFrom } from '../listing.ts'
import { applicationsTab } from '../organizations/applications/applications.tsx'
import { auditRoutesAt } from '../organizations/audit.tsx'
import { domainsTab } from '../organizations/domains.tsx'
import { invitationImportRoutesAt } from '../organizations/invitation-import.tsx'
import { invitationsTab } from '../organizations/invitations.tsx'
import { joinRequestsTab } from '../organizations/join-requests.tsx'
import { membersTab } from '../organizations/members.tsx'
import { hiddenTabs } from '../organizations/request.ts'
import { settingsTab } from '../organizations/settings.tsx'
import { tabRoutesAt } from '../organizations/tab-routes.ts'
import { teamsTab } from '../organizations/teams.tsx'
import { termsTab } from '../organizations/terms.tsx'
import type { PageContext } from '../page-context.ts'
import { addressOfSaid } from '../said.ts'
import { consoleEntrance, consoleTabsFor } from './organization-entrance.ts'
import { askToConfirm, type ConsoleRequest, openConsole, openConsoleToAct } from './request.tsx'

const tabs = [membersTab, teamsTab, invitationsTab, joinRequestsTab, domainsTab, termsTab, applicationsTab, settingsTab]

/** The pages of an organization in the console: its overview, and the tabs that its own members have. */
export const organizationPageRoutes = (context: PageContext): Hono => {
  const app = new Hono()
    .route('/', overviewRoutes(context))
    .route('/', invitationImportRoutesAt(consoleEntrance, context))
    .route('/', auditRoutesAt(consoleEntrance, context))
  for (const tab of tabs) app.route('/', tabRoutesAt(consoleEntrance, tab, context))
  return app
}

const overviewRoutes = (context: PageContext) =>
  new Hono()
    .get(consoleEntrance.route, async (c) => {
      const request = await openConsole(context, c, 'organizations:read')
      return showOverview(
        context,
        request,
        await getOrganizationOverview(context.deps, pathParameter(c, 'organization')),
      )
    })
    .post(consoleEntrance.route, async (c) =>
      submitAct(context, c, await formParams(c.req.raw), pathParameter(c, 'organization')),
    )
    // The same acts, for a form that names the organization.
    .post('/admin/organizations', async (c) => {
      const params = await formParams(c.req.raw)
      return submitAct(context, c, params, formField(params, 'organization'))
    })

async function showOverview(
  { deps, base }: PageContext,
  { actor, frame, role }: ConsoleRequest,
  { organization, counts }: OrganizationOverview,
  problems: Record<string, Problem> = {},
): Promise<Response> {
  const path = `${base}${consoleEntrance.pathOf(organization)}`
  const mayChange = mayOperate(role, 'organizations:write')
  const view = { organization, roles: ['owner'] }
  return page(
    <OrganizationOverviewPage
      frame={{
        ...frame,
        organization,
        path,
        tabs: consoleTabsFor(role, organization)
          .filter((name) => name === 'theme' || !hiddenTabs(deps).includes(name))
          .map((name) => ({
            name,
            href: `${path}${consoleEntrance.tabPath(name)}`,
          })),
        problems: problemTexts(frame, problems),
      }}
      organization={organization}
      counts={counts}
      approving={deps.config.signUp.kind !== 'open'}
      mayChange={mayChange}
      mayDelete={mayOperate(role, 'organizations:delete')}
      people={mayChange && counts.members <= perPage ? await listMembers(deps, actor, view, rowsFrom(null)) : null}
    />,
    formStatus(Object.keys(problems).length > 0),
  )
}

interface Act {
  /** Deleting an organization is for those who may delete. */
  deletes?: boolean
  question(words: Words, names: readonly [organization: string, person: string]): Question
  /** False if it waits for a second operator. */
  run(request: ConsoleRequest & { deps: PageContext['deps'] }, id: string, userId: string): Promise<unknown>
  said: Said[0]
}

/** What operators can do with an organization as a whole. A Map: the names come from requests. */
const acts: ReadonlyMap<string, Act> = new Map<string, Act>([
  [
    'delete',
    {
      deletes: true,
      question: ({ manage, org }, [name]) => ({
        title: manage.ask.deleteOrganization.title({ organization: name }),
        text: manage.ask.deleteOrganization.text,
        button: org.deleteButton,
      }),
      run: ({ deps, actor }, id) => deleteOrganization(deps, actor, id),
      said: 'organization-deleted',
    },
  ],
  [
    'restore',
    {
      question: ({ lists, admin }, [name]) => ({
        title: lists.restoreTitle({ organization: name }),
        text: lists.restoreText,
        button: admin.restore,
      }),
      run: ({ deps, actor }, id) => restoreOrganization(deps, actor, id),
      said: 'organization-restored',
    },
  ],
  [
    'approve',
    {
      question: ({ lists, manage }, [name]) => ({
        title: lists.approveTitle({ organization: name }),
        text: lists.approveText,
        button: manage.approve,
      }),
      run: ({ deps, actor }, id) => approveOrganization(deps, actor, id, true),
      said: 'organization-approved',
    },
  ],
  [
    'disapprove',
    {
      question: ({ lists, manage }, [name]) => ({
        title: lists.withdrawTitle({ organization: name }),
        text: lists.withdrawText,
        button: manage.withdrawApproval,
      }),
      run: ({ deps, actor }, id) => approveOrganization(deps, actor, id, false),
      said: 'approval-withdrawn',
    },
  ],
  [
    'hand-over',
    {
      question: ({ lists }, [name, person]) => ({
        title: lists.handOverTitle({ person, organization: name }),
        text: lists.handOverText,
        button: lists.handOver,
      }),
      run: ({ deps, actor }, id, userId) => handOverOrganization(deps, actor, id, userId),
      said: 'owner-added',
    },
  ],
])

async function submitAct(context: PageContext, c: Context, params: Params, idOrSlug: string): Promise<Response> {
  const { deps, base } = context
  const name = formField(params, 'action')
  const act = acts.get(name)
  const request = await openConsoleToAct(context, c, act?.deletes ? 'organizations:delete' : 'organizations:write')
  const overview = await getOrganizationOverview(deps, idOrSlug)
  if (!act) throw new OperationRefused('invalid', 'action', 'choose-one')
  const { organization } = overview
  const person = name === 'hand-over' ? await namedPerson(context, request, overview, params) : null
  if (name === 'hand-over' && !person) return showOverview(context, request, overview, { person: 'no-such-member' })
  const path = consoleEntrance.pathOf(organization)
  if (params.get('confirm') !== 'yes') {
    const question = act.question(request.frame.words, [organization.name, person?.label ?? ''])
    const fields = [['organization', organization.id], ['action', name], ...(person ? [['user', person.id]] : [])] as [
      string,
      string,
    ][]
    return askToConfirm(c, request.frame, { question, fields, back: `${base}${path}` })
  }
  if ((await act.run({ ...request, deps }, organization.id, person?.id ?? '')) === false)
    return seeOther(`${base}/admin/confirmations?done=asked`)
  const about = person ? [person.label, organization.name] : [organization.name]
  return seeOther(addressOfSaid(deps, `${base}${path}`, [act.said, ...about]))
}

/** The member whom a form names by an id or an address. */
async function namedPerson(
  { deps }: PageContext,
  { actor }: ConsoleRequest,
  { organization }: OrganizationOverview,
  params: Params,
): Promise<{ id: string; label: string } | null> {
  const view = { organization, roles: ['owner'] }
  const wanted = { id: formField(params, 'user'), address: formField(params, 'person') }
  const id = await findMember(deps, view, wanted)
  const label = id && (await memberLabels(deps, actor, view, [id])).get(id)
  return id && label ? { id, label } : null
}
