import { type Context, Hono } from 'hono'
import { exportActivity } from '../../flows/management/activity.ts'
import { findEventNames } from '../../flows/management/event-names.ts'
import { findMember, memberLabels } from '../../flows/organizations/members/members.ts'
import type { AuditEvent } from '../../flows/platform/audit.ts'
import { formField, formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ActivityList } from '../../pages/activity/activity-list.tsx'
import type { NameOf } from '../../pages/activity/describe-event.ts'
import { OrganizationLayout } from '../../pages/organizations/layout.tsx'
import { actionChoices, activityFile, openActivityPage, readFilters, rowLimitText } from '../activity.ts'
import { problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type OrganizationPages, type OrganizationRequest, organizationFrame, tabAddress } from './request.ts'

/** The activity of an organization, for its admins and owners, and for operators in the console. */
export const auditRoutesAt = (pages: OrganizationPages, context: PageContext): Hono => {
  const path = `${pages.route}${pages.tabPath('audit')}`
  return new Hono()
    .get(path, async (c) => show(await pages.open(context, c, 'audit')))
    .post(path, (c) => download(pages, context, c))
}

/** The filters, within the organization whatever the form says. */
async function filtersOf(request: OrganizationRequest, params: Params) {
  const { deps, organization } = request
  const filters = await readFilters(params, {
    person: async (text) =>
      (text.includes('@') && (await findMember(deps, request, { id: '', address: text }))) || text,
    organization: async () => organization.id,
  })
  const fields = { ...filters.fields, organization: '' }
  return { ...filters, fields, search: { ...filters.search, organizationId: organization.id } }
}

async function show(request: OrganizationRequest): Promise<Response> {
  const { organization, c } = request
  const params = queryParams(c.req.raw)
  const filters = await filtersOf(request, params)
  const path = tabAddress(request, 'audit')
  const frame = organizationFrame(request)
  const cursor = formField(params, 'before')
  const list = await openActivityPage(request, filters, { path, scope: organization.id, cursor })
  const problems = problemTexts(frame, filters.problems)
  return page(
    <OrganizationLayout frame={frame} tab="audit">
      <ActivityList
        withOrganization={false}
        frame={frame}
        list={list}
        nameOf={await namesOf(request, list.events)}
        filters={{
          path,
          fields: filters.fields,
          problems,
          actions: actionChoices(frame.words).filter(([group]) => group === 'organizations'),
          exportable: true,
          rowLimit: rowLimitText(frame.words),
        }}
      />
    </OrganizationLayout>,
    { status: Object.keys(problems).length > 0 ? 422 : 200 },
  )
}

async function download(pages: OrganizationPages, context: PageContext, c: Context): Promise<Response> {
  const params = await formParams(c.req.raw)
  const request = await pages.open(context, c, 'audit', { submitted: params })
  const { search, problems } = await filtersOf(request, params)
  if (formField(params, 'action') !== 'export' || Object.keys(problems).length > 0)
    return seeOther(tabAddress(request, 'audit'))
  const batches = await exportActivity(request.deps, request.actor, search)
  return activityFile(organizationFrame(request).words, batches, (events) => namesOf(request, events))
}

/**
 * The names that members may know: those of members, and of what belongs to the organization. Operators have none here,
 * and people who are no members are not named.
 */
async function namesOf(request: OrganizationRequest, events: readonly AuditEvent[]): Promise<NameOf> {
  const { deps, actor, organization } = request
  const { users, teams, invitations, clients } = await findEventNames(deps, events)
  const labels = await memberLabels(deps, actor, request, [...users.keys()])
  const operators = new Set(events.map(({ actorKind, actorId }) => (actorKind === 'operator' ? actorId : null)))
  const { actors } = organizationFrame(request).words.activity
  const personOf = (id: string) => labels.get(id) ?? (users.has(id) ? actors.notMember : undefined)
  return (kind, id) => {
    const text =
      kind === 'user'
        ? operators.has(id)
          ? undefined
          : personOf(id)
        : kind === 'organization'
          ? id === organization.id
            ? organization.name
            : undefined
          : kind === 'client'
            ? clients.get(id)
            : (kind === 'team' ? teams : invitations).get(id)
    return text === undefined ? null : { text }
  }
}
