import { type Context, Hono } from 'hono'
import { exportActivity } from '../../flows/management/activity.ts'
import { findOrganizationId, findPersonId } from '../../flows/management/directory.ts'
import { mayOperate, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import { formField, formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { AuditPage } from '../../pages/console/audit.tsx'
import { actionChoices, activityFile, openActivityPage, readFilters, rowLimitText } from '../activity.ts'
import { problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { consoleEventNames, withoutAddresses } from './event-names.ts'
import { openConsole, openConsoleToAct } from './request.tsx'

/** The activity of the whole server: who did what to whom, and what was refused. */
export const auditRoutes = (context: PageContext) =>
  new Hono().get('/admin/audit', (c) => show(context, c)).post('/admin/audit', (c) => download(context, c))

/** Who may not know whether there is an account with an address can't look for one either. */
const filtersOf = ({ deps }: PageContext, role: OperatorRole, params: Params) =>
  readFilters(params, {
    person: async (text) => (mayOperate(role, 'accounts:know') ? findPersonId(deps, text) : text),
    organization: (text) => findOrganizationId(deps, text),
  })

async function show(context: PageContext, c: Context): Promise<Response> {
  const { frame, role, addressText } = await openConsole(context, c, 'audit:read')
  const params = queryParams(c.req.raw)
  const filters = await filtersOf(context, role, params)
  const path = `${context.base}/admin/audit`
  const list = await openActivityPage(context.deps, filters, { path, scope: '', cursor: formField(params, 'before') })
  const problems = problemTexts(frame, filters.problems)
  return page(
    <AuditPage
      frame={frame}
      list={{ ...list, events: role === 'viewer' ? list.events.map(withoutAddresses) : list.events }}
      nameOf={await consoleEventNames(context, addressText, list.events)}
      filters={{
        path,
        fields: filters.fields,
        problems,
        actions: actionChoices(frame.words),
        exportable: mayOperate(role, 'audit:export'),
        rowLimit: rowLimitText(frame.words),
      }}
    />,
    { status: Object.keys(problems).length > 0 ? 422 : 200 },
  )
}

async function download(context: PageContext, c: Context): Promise<Response> {
  const params = await formParams(c.req.raw)
  const { actor, role, frame, addressText } = await openConsoleToAct(context, c, 'audit:export')
  const { search, problems } = await filtersOf(context, role, params)
  if (formField(params, 'action') !== 'export' || Object.keys(problems).length > 0)
    return seeOther(`${context.base}/admin/audit`)
  const batches = await exportActivity(context.deps, actor, search)
  return activityFile(frame.words, batches, (events) => consoleEventNames(context, addressText, events))
}
