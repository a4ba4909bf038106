import { type Context, Hono } from 'hono'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { getPerson } from '../../flows/management/directory.ts'
import { listPersonMemberships } from '../../flows/management/operators.ts'
import { countPersonSessions } from '../../flows/management/person-access.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formParams } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { PersonPage } from '../../pages/console/person.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { fullName } from './people.tsx'
import { personActions } from './person-actions.ts'
import { askToConfirm, type ConsoleRequest, openConsole, openConsoleToAct } from './request.tsx'

export const personRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/users/:user', async (c) => showPerson(context, c, await openConsole(context, c, 'people:read')))
    .post('/admin/users/:user', async (c) => {
      const params = await formParams(c.req.raw)
      return changePerson(context, c, await openConsoleToAct(context, c, 'people:write'), params)
    })

async function showPerson(
  context: PageContext,
  c: Context,
  { actor, frame }: ConsoleRequest,
  problem?: Problem,
): Promise<Response> {
  const { deps } = context
  const id = pathParameter(c, 'user')
  const person = await getPerson(deps, actor, id)
  const shown = {
    id,
    name: fullName(person),
    addresses: person.emails.map(({ address }) => address),
    disabled: person.disabledAt !== null,
    createdAt: person.createdAt,
  }
  return page(
    <PersonPage
      frame={frame}
      person={shown}
      memberships={await listPersonMemberships(deps, id)}
      sessions={await countPersonSessions(deps, actor, id)}
      recovery={await findOpenRecovery(deps, id)}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}

async function changePerson(
  context: PageContext,
  c: Context,
  request: ConsoleRequest,
  params: Params,
): Promise<Response> {
  const { deps, base } = context
  const { actor, frame } = request
  const id = pathParameter(c, 'user')
  const name = params.get('action') ?? ''
  const email = params.get('email') ?? ''
  const action = personActions.get(name)
  const address = `${base}/admin/users/${encodeURIComponent(id)}`
  if (action?.question && params.get('confirm') !== 'yes') {
    const person = await getPerson(deps, actor, id)
    const label = fullName(person) || (person.emails[0]?.address ?? id)
    const fields = [['action', name] as const, ...(email ? [['email', email] as const] : [])]
    return askToConfirm(c, frame, { question: action.question(frame.words, label, email), fields, back: address })
  }
  try {
    await action?.run(deps, actor, id, email)
  } catch (error) {
    if (error instanceof OperationRefused && error.problem) return showPerson(context, c, request, error.problem)
    throw error
  }
  // A deleted person has no page.
  return seeOther(name === 'delete' ? `${base}/admin?done=1` : `${address}?done=1`)
}
