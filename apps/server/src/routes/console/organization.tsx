import { Hono } from 'hono'
import { mayOperate, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import { getOrganizationOverview, type OrganizationOverview } from '../../flows/management/organization-directory.ts'
import { handOverOrganization } from '../../flows/management/people/owner-acts.ts'
import { viewOrganization } from '../../flows/organizations/access.ts'
import { findMember, listMembers, memberLabels } from '../../flows/organizations/members/members.ts'
import { approveOrganization } from '../../flows/organizations/organization-approval.ts'
import { deleteOrganization, restoreOrganization } from '../../flows/organizations/organization-lifecycle.ts'
import { updateOrganization } from '../../flows/organizations/organization-settings.ts'
import { may as mayInOrganization } from '../../flows/organizations/rules.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { OrganizationOverviewPage } from '../../pages/console/organization.tsx'
import type { DoneNotice } from '../../pages/done-notices.ts'
import { type OrganizationTab, organizationTabs } from '../../pages/organizations/layout.tsx'
import { ask } from '../../pages/question.tsx'
import { actsOf, noticeAt, runAct } from '../acts.tsx'
import { formStatus, problemTexts } from '../forms.ts'
import { perPage, rowsFrom } from '../listing.ts'
import { hiddenTabs, type OrganizationPages, operationOfTab } from '../organizations/request.ts'
import { tabRoutesAt } from '../organizations/tab-routes.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, openConsole, openConsoleToAct, openForm } from './request.ts'

/** With these roles an operator acts in an organization: those who may not change it see what a member sees. */
const rolesFor = (role: OperatorRole): string[] => (mayOperate(role, 'organizations:write') ? ['owner'] : ['member'])

/** The tabs that an operator may open. A deleted organization has none but its overview. */
const consoleTabsFor = (role: OperatorRole, { disabledAt }: { disabledAt: Date | null }): OrganizationTab[] =>
  consolePages.tabs.filter(
    (tab) => tab === 'overview' || (!disabledAt && mayInOrganization(rolesFor(role), operationOfTab[tab])),
  )

/** The pages of an organization for operators. A role that may not change organizations sees what a member sees. */
const consolePages: OrganizationPages = {
  kind: 'console',
  route: '/admin/organizations/:organization',
  tabs: ['overview', ...organizationTabs.filter((tab) => tab !== 'sso' && tab !== 'directory')],
  pathOf: ({ id }) => `/admin/organizations/${id}`,
  tabPath: (tab) => (tab === 'overview' ? '' : `/${tab}`),
  async open(context, c, tab, form) {
    const { deps } = context
    const id = pathParameter(c, 'organization')
    const back = `${consolePages.pathOf({ id, slug: id })}${consolePages.tabPath(tab)}`.replace(/[^\w/-]/g, '')
    const { actor, role, frame } = form
      ? await openConsoleToAct(context, c, 'organizations:write', { form: form.submitted, back })
      : await openConsole(context, c, 'organizations:read')
    const view = await viewOrganization(deps, actor, id)
    const roles = rolesFor(role)
    if (!mayInOrganization(roles, operationOfTab[tab])) throw new OperationRefused('not-found')
    const { languages } = context.visitor(c)
    return { ...view, roles, context, deps, c, pages: consolePages, actor, frame, languages }
  },
}

/** The pages of an organization in the console: its overview, and the tabs that its own members have. */
export const organizationPageRoutes = (context: PageContext) =>
  new Hono().route('/', overviewRoutes(context)).route('/', tabRoutesAt(consolePages, context))

const overviewRoutes = (context: PageContext) =>
  new Hono()
    .get(consolePages.route, async (c) => {
      const request = await openConsole(context, c, 'organizations:read')
      return showOverview(request, await getOrganizationOverview(context.deps, pathParameter(c, 'organization')))
    })
    .post(consolePages.route, async (c) => {
      const form = await openForm(context, c, 'organizations:write', acts)
      return submitAct(form, pathParameter(c, 'organization'))
    })
    // The same acts, for a form that names the organization.
    .post('/admin/organizations', async (c) => {
      const form = await openForm(context, c, 'organizations:write', acts)
      return submitAct(form, form.value('organization'))
    })

async function showOverview(
  { deps, base, actor, frame, role, may }: ConsoleRequest,
  { organization, counts }: OrganizationOverview,
  problems: Record<string, Problem> = {},
): Promise<Response> {
  const path = `${base}${consolePages.pathOf(organization)}`
  const mayChange = may('organizations:write')
  const view = { organization, roles: ['owner'] }
  const tabs = consoleTabsFor(role, organization)
    .filter((name) => name === 'theme' || !hiddenTabs(deps).includes(name))
    .map((name) => ({ name, href: `${path}${consolePages.tabPath(name)}` }))
  return page(
    <OrganizationOverviewPage
      frame={{ ...frame, organization, path, tabs, problems: problemTexts(frame, problems) }}
      organization={organization}
      counts={counts}
      customRoles={deps.permissions.declared.length > 0 ? customRolesOf(organization) : null}
      approving={deps.config.signUp.kind !== 'open'}
      mayChange={mayChange}
      mayDelete={may('organizations:delete')}
      people={mayChange && counts.members <= perPage ? await listMembers(deps, actor, view, rowsFrom(null)) : null}
    />,
    formStatus(Object.keys(problems).length > 0),
  )
}

const customRolesOf = ({ customRoles }: { customRoles: boolean | null }): '' | 'on' | 'off' =>
  customRoles === null ? '' : customRoles ? 'on' : 'off'

interface OrganizationForm extends ConsoleForm {
  organization: OrganizationOverview['organization']
  /** The member whom the form names. */
  person: { id: string; label: string } | null
}

/** The page of the organization, which says what was done. */
const saidOf = (form: OrganizationForm, done: DoneNotice[0]): string => {
  const { organization, person } = form
  const about = person ? [person.label, organization.name] : [organization.name]
  return noticeAt(form, consolePages.pathOf(organization), [done, ...about])
}

/** What operators can do with an organization as a whole. */
const acts = actsOf<OrganizationForm>({
  delete: {
    permission: 'organizations:delete',
    question: ({ manage, org }, { organization: { name } }) => {
      const { title, text } = manage.ask.deleteOrganization
      return ask(title({ organization: name }), text, org.deleteButton)
    },
    async run(form) {
      await deleteOrganization(form.deps, form.actor, form.organization.id)
      return saidOf(form, 'organization-deleted')
    },
  },
  restore: {
    question: ({ lists, admin }, { organization: { name } }) =>
      ask(lists.restoreTitle({ organization: name }), lists.restoreText, admin.restore),
    async run(form) {
      await restoreOrganization(form.deps, form.actor, form.organization.id)
      return saidOf(form, 'organization-restored')
    },
  },
  approve: {
    question: ({ lists, manage }, { organization: { name } }) =>
      ask(lists.approveTitle({ organization: name }), lists.approveText, manage.approve),
    async run(form) {
      await approveOrganization(form.deps, form.actor, form.organization.id, true)
      return saidOf(form, 'organization-approved')
    },
  },
  disapprove: {
    question: ({ lists, manage }, { organization: { name } }) =>
      ask(lists.withdrawTitle({ organization: name }), lists.withdrawText, manage.withdrawApproval),
    async run(form) {
      await approveOrganization(form.deps, form.actor, form.organization.id, false)
      return saidOf(form, 'approval-withdrawn')
    },
  },
  'custom-roles': {
    async run(form) {
      const { deps, actor, organization, value } = form
      const customRoles = value('custom_roles') === '' ? null : value('custom_roles') === 'on'
      await updateOrganization(deps, actor, organization.id, { customRoles })
      return saidOf(form, 'settings-saved')
    },
  },
  'hand-over': {
    question: ({ lists }, { organization: { name }, person }) => ({
      ...ask(
        lists.handOverTitle({ person: person?.label ?? '', organization: name }),
        lists.handOverText,
        lists.handOver,
      ),
      fields: { user: person?.id ?? '' },
    }),
    async run(form) {
      const { deps, base, actor, organization, person } = form
      const done = await handOverOrganization(deps, actor, organization.id, person?.id ?? '')
      return done === false ? `${base}/admin/confirmations?done=asked` : saidOf(form, 'owner-added')
    },
  },
})

async function submitAct(form: ConsoleForm, idOrSlug: string): Promise<Response> {
  const { deps, base, value } = form
  const overview = await getOrganizationOverview(deps, idOrSlug)
  const { organization } = overview
  const action = value('action')
  if (!acts.has(action)) throw new OperationRefused('invalid', 'action', 'choose-one')
  const person = action === 'hand-over' ? await namedPerson(form, overview) : null
  if (action === 'hand-over' && !person) return showOverview(form, overview, { person: 'no-such-member' })
  return runAct(acts, { ...form, organization, person }, `${base}${consolePages.pathOf(organization)}`, [
    'organization',
  ])
}

/** The member whom a form names by an id or an address. */
async function namedPerson(
  { deps, actor, value }: ConsoleForm,
  { organization }: OrganizationOverview,
): Promise<{ id: string; label: string } | null> {
  const view = { organization, roles: ['owner'] }
  const id = await findMember(deps, view, { id: value('user'), address: value('person') })
  const label = id && (await memberLabels(deps, actor, view, [id])).get(id)
  return id && label ? { id, label } : null
}
