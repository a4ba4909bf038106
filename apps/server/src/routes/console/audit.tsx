import { Hono } from 'hono'
import { exportActivity } from '../../flows/management/activity.ts'
import { findOrganizationId, findPersonId } from '../../flows/management/directory.ts'
import { formField } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { ActivityList } from '../../pages/activity/activity-list.tsx'
import { ConsoleLayout } from '../../pages/console/layout.tsx'
import { actionChoices, activityFile, openActivityPage, readFilters, rowLimitText } from '../activity.ts'
import { problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { consoleEventNames, withoutAddresses } from './event-names.ts'
import { type ConsoleForm, type ConsoleRequest, openConsole, openForm } from './request.ts'

const path = '/admin/audit'

/** The activity of the whole server: who did what to whom, and what was refused. */
export const auditRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openConsole(context, c, 'audit:read')))
    .post(path, async (c) => download(await openForm(context, c, 'audit:export')))

/** Who may not know whether there is an account with an address can't look for one either. */
const filtersOf = ({ deps, may }: ConsoleRequest, params: Params) =>
  readFilters(params, {
    person: async (text) => (may('accounts:know') ? findPersonId(deps, text) : text),
    organization: (text) => findOrganizationId(deps, text),
  })

async function show(request: ConsoleRequest): Promise<Response> {
  const { context, base, c, frame, role, may, addressText } = request
  const params = queryParams(c.req.raw)
  const filters = await filtersOf(request, params)
  const address = `${base}${path}`
  const list = await openActivityPage(request, filters, {
    path: address,
    scope: '',
    cursor: formField(params, 'before'),
  })
  const problems = problemTexts(frame, filters.problems)
  return page(
    <ConsoleLayout frame={frame} section="audit">
      <ActivityList
        withOrganization
        frame={frame}
        list={{ ...list, events: role === 'viewer' ? list.events.map(withoutAddresses) : list.events }}
        nameOf={await consoleEventNames(context, addressText, list.events)}
        filters={{
          path: address,
          fields: filters.fields,
          problems,
          actions: actionChoices(frame.words),
          exportable: may('audit:export'),
          rowLimit: rowLimitText(frame.words),
        }}
      />
    </ConsoleLayout>,
    { status: Object.keys(problems).length > 0 ? 422 : 200 },
  )
}

async function download(form: ConsoleForm): Promise<Response> {
  const { context, deps, base, actor, frame, addressText, value } = form
  const { search, problems } = await filtersOf(form, form.params)
  if (value('action') !== 'export' || Object.keys(problems).length > 0) return seeOther(`${base}${path}`)
  const batches = await exportActivity(deps, actor, search)
  return activityFile(frame.words, batches, (events) => consoleEventNames(context, addressText, events))
}
