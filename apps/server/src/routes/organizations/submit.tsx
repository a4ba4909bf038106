import type { Context } from 'hono'
import type { OrganizationView } from '../../flows/organizations/access.ts'
import { may } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import { OrganizationLayout } from '../../pages/organizations/layout.tsx'
import { QuestionPage } from '../../pages/question.tsx'
import { addressWithNotice } from '../done-notices.ts'
import type { PageContext } from '../page-context.ts'
import { type OrganizationPages, organizationFrame, tabAddress } from './request.ts'
import type { FormRequest, OrganizationForm, Tab } from './tab.ts'

/**
 * Submits a form of a tab. The flow decides under the lock of the organization, whatever the page showed. A form that
 * removes something asks for confirmation first, unless the request already confirms it.
 */
export async function submitForm(
  context: PageContext,
  c: Context,
  { pages, tab, form }: { pages: OrganizationPages; tab: Tab; form: OrganizationForm },
): Promise<Response> {
  const params = await formParams(c.req.raw, form.maxBody)
  const { recent, operation } = form
  const { deps } = context
  const needs = {
    recent: typeof recent === 'function' ? (view: OrganizationView) => recent({ ...view, deps, params }) : recent,
    operation,
    submitted: params,
  }
  const request = { ...(await pages.open(context, c, tab.name, needs)), params }
  try {
    const asked = mustConfirm(request, form) ? await askToConfirm(request, tab, form) : null
    if (asked) return asked
    const said = await form.submit(request)
    if (said instanceof Response) return said
    const next = form.next ? `${context.base}${form.next(request)}` : tabAddress(request, tab.name)
    return seeOther(said ? addressWithNotice(context.deps, next, said) : next)
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    return showRefusal(request, tab, error)
  }
}

/** Those who may not do it are not asked: the flow refuses them and records the refusal. */
function mustConfirm(request: FormRequest, { confirmation }: OrganizationForm): boolean {
  if (!confirmation || request.params.get('confirm') === 'yes') return false
  const { operation, asksFor } = confirmation
  if (asksFor && request.params.get(asksFor) !== undefined) return false
  return may(request.roles, typeof operation === 'function' ? operation(request) : operation)
}

/** The fields by which a form names what it removes. */
const confirmedFields = ['user', 'person', 'email', 'team', 'id', 'domain', 'draft', 'application']

async function askToConfirm(
  request: FormRequest,
  tab: Tab,
  { confirmation }: OrganizationForm,
): Promise<Response | null> {
  const frame = organizationFrame(request)
  const question = await confirmation?.question(request, frame.words)
  if (!question) return null
  const fields = [...confirmedFields, ...(confirmation?.fields ?? [])].flatMap((name) =>
    request.params.all(name).map((value) => [name, value] as const),
  )
  const back = tabAddress(request, tab.name)
  const props = { frame, question, action: request.c.req.path, fields, back }
  return page(
    <QuestionPage
      {...props}
      PageLayout={({ title, children }) => (
        <OrganizationLayout frame={frame} tab={tab.name} title={title}>
          {children}
        </OrganizationLayout>
      )}
    />,
  )
}

/** Shows the tab again with the problem beside its field. A refusal without a field becomes an error page. */
async function showRefusal(request: FormRequest, tab: Tab, error: OperationRefused): Promise<Response> {
  const { params } = request
  const { field, problem, reason } = error
  if (field && problem) return tab.show(request, { problems: { [field]: problem }, params, error })
  if (reason !== 'last-owner' || tab.name !== 'members') throw error
  const shown = await tab.show(request, { problems: { user: 'last-owner' }, params })
  return new Response(shown.body, { status: 409, headers: shown.headers })
}
