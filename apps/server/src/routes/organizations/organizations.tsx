import { type Context, Hono } from 'hono'
import { may } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { OrganizationTab } from '../../pages/organizations/layout.tsx'
import { QuestionPage } from '../../pages/question.tsx'
import type { PageContext } from '../page-context.ts'
import { enter, frameOf } from './context.ts'
import { type OrganizationForm, organizationForms, type Sent } from './forms.tsx'
import { shows } from './pages.tsx'

/** The pages of an organization, for its members. What they may not do they don't see, and can't do by address. */
export const organizationRoutes = (context: PageContext) => {
  const app = new Hono()
  for (const tab of Object.keys(shows) as OrganizationTab[])
    app.get(`/organizations/:organization${tab === 'members' ? '' : `/${tab}`}`, async (c) =>
      shows[tab](context, c, await enter(context, c, tab)),
    )
  for (const form of organizationForms)
    app.post(`/organizations/:organization${form.path}`, (c) => submit(context, c, form))
  return app
}

/**
 * A form of a page. What it does is checked again under the lock of the organization, so the page that showed it is no
 * part of the decision. What takes something away is asked about first, unless the answer is in the form.
 */
async function submit(context: PageContext, c: Context, form: OrganizationForm): Promise<Response> {
  const params = await formParams(c.req.raw)
  const visit = await enter(context, c, form.tab, form.recent)
  const sent: Sent = { around: context, c, visit, params }
  const path = `/organizations/${visit.organization.slug}${form.tab === 'members' ? '' : `/${form.tab}`}`
  try {
    const { asks } = form
    if (asks && params.get('confirm') !== 'yes') {
      const operation = typeof asks.operation === 'function' ? asks.operation(sent) : asks.operation
      // Who may not do it is refused at once, and that is written down.
      if (may(visit.roles, operation)) return await ask(sent, asks, `${context.base}${path}`)
    }
    const next = await form.submit(sent)
    const to = typeof next === 'string' ? next : path
    return seeOther(`${context.base}${to}${to.includes('?') ? '&' : '?'}done=1`)
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    if (error.field && error.problem)
      return shows[form.tab](context, c, visit, { [error.field]: error.problem }, params)
    if (error.reason !== 'last-owner' || form.tab !== 'members') throw error
    const shown = await shows.members(context, c, visit, { user: 'last-owner' }, params)
    return new Response(shown.body, { status: 409, headers: shown.headers })
  }
}

async function ask(sent: Sent, asks: OrganizationForm['asks'] & object, back: string): Promise<Response> {
  const { around: context, c, visit, params } = sent
  const frame = frameOf(context, c, visit)
  const question = await asks.question(sent, frame.words)
  const fields = ['user', 'person', 'email', 'team', 'id', 'domain'].flatMap((name) =>
    params.all(name).map((value) => [name, value] as const),
  )
  return page(<QuestionPage frame={frame} question={question} action={c.req.path} fields={fields} back={back} />)
}
