import { type Context, Hono } from 'hono'
import { type DirectoryUser, getPerson } from '../../../flows/management/directory.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { deviceOfSession, viewPerson } from '../../../flows/management/people/person-details.ts'
import { exportPersonByOperator } from '../../../flows/management/people/person-export.ts'
import { findClientNames } from '../../../flows/platform/clients/client-names.ts'
import { OperationRefused, type Problem } from '../../../flows/platform/operation-refused.ts'
import { isSubject } from '../../../flows/platform/subjects.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { HttpError } from '../../../http/http-error.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { json, page, seeOther } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { PersonPage } from '../../../pages/console/people/person.tsx'
import { withWideNetwork } from '../../activity.ts'
import { formStatus, problemText } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type AddressText, consoleEventNames, withoutAddresses } from '../event-names.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'
import { addressOf, labelOf, pathOfPerson } from './labels.ts'
import { personNotice } from './notices.ts'
import { type ActFields, actFields, type PersonAct, personActs } from './person-acts.ts'

const path = '/admin/people/:user'

export const personRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showPerson(context, c, await openConsole(context, c, 'people:read')))
    .post(path, (c) => changePerson(context, c))
    // Where the page was before the console, for old links.
    .get('/admin/users/:user', (c) => seeOther(`${context.base}${pathOfPerson(pathParameter(c, 'user'))}`))

async function showPerson(
  context: PageContext,
  c: Context,
  { actor, frame, role, addressText }: ConsoleRequest,
  problem?: Problem,
): Promise<Response> {
  const { deps, base } = context
  const id = pathParameter(c, 'user')
  const before = c.req.method === 'GET' ? (queryParams(c.req.raw).get('before') ?? null) : null
  if (before !== null && !isSubject(before)) throw new HttpError(400, 'this is not a session')
  const details = await viewPerson(deps, actor, id, before)
  const { person, memberships, olderSessions, events, ...shown } = details
  const own = `${base}${pathOfPerson(id)}`
  const label = labelOf(person, addressText)
  return page(
    <PersonPage
      {...shown}
      frame={frame}
      notice={c.req.method === 'GET' ? personNotice(frame, noticeOf(c), label, addressText(addressOf(person))) : ''}
      path={own}
      person={{
        id,
        label,
        addresses: addressesOf(person, addressText),
        disabled: person.disabledAt !== null,
        createdAt: person.createdAt,
        lastSignInAt: person.lastSignInAt,
      }}
      memberships={memberships.map(({ organizationId, ...membership }) => ({
        ...membership,
        href: `${base}/admin/organizations/${organizationId}`,
      }))}
      olderSessions={olderSessions && `${own}?before=${olderSessions}`}
      events={(role === 'viewer' ? events.map(withoutAddresses) : events).map(withWideNetwork)}
      nameOf={await consoleEventNames(context, addressText, events)}
      allEvents={`${base}/admin/audit?${new URLSearchParams({ about: id })}`}
      may={{ write: mayOperate(role, 'people:write'), delete: mayOperate(role, 'people:delete') }}
      shortened={!mayOperate(role, 'people:addresses')}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}

const addressesOf = ({ emails }: DirectoryUser, addressText: AddressText) =>
  emails
    .map(({ address, isPrimary }) => ({ address: addressText(address), primary: isPrimary }))
    .sort((a, b) => Number(b.primary) - Number(a.primary) || (a.address < b.address ? -1 : 1))

async function changePerson(context: PageContext, c: Context): Promise<Response> {
  const params = await formParams(c.req.raw)
  const name = formField(params, 'action')
  const confirmed = params.get('confirm') === 'yes'
  const id = pathParameter(c, 'user')
  if (name === 'export' && confirmed) return sendExport(context, c, id)
  const act = personActs.get(name)
  const request = await openConsoleToAct(context, c, act?.permission ?? 'people:write')
  if (!act) throw new HttpError(400, 'there is no such act')
  const fields = fieldsOf(params)
  const own = `${context.base}${pathOfPerson(id)}`
  // What a merge moves is its question.
  if (name === 'merge' && !(confirmed && fields.plan))
    return seeOther(`${own}/merge?${new URLSearchParams({ other: fields.other })}`)
  if (!confirmed) return askFirst(context, c, request, { act, name, fields })
  return runAct(context, c, request, { act, name, fields })
}

async function runAct(context: PageContext, c: Context, request: ConsoleRequest, named: NamedAct): Promise<Response> {
  const { act, name, fields } = named
  const userId = pathParameter(c, 'user')
  const own = `${context.base}${pathOfPerson(userId)}`
  try {
    const count = await act.run({ deps: context.deps, actor: request.actor, userId, fields })
    if (count === 'waits') return seeOther(`${context.base}/admin/confirmations?done=asked`)
    const done = new URLSearchParams({ done: act.done, ...(count === undefined ? {} : { count: String(count) }) })
    // A deleted person has no page.
    return seeOther(`${name === 'delete' ? `${context.base}/admin/people` : own}?${done}`)
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    if (name === 'merge' && error.reason !== 'not-found')
      return seeOther(`${own}/merge?${new URLSearchParams({ other: fields.other, done: error.reason })}`)
    const problem = error.problem ?? (error.reason === 'last-owner' ? 'last-owner' : null)
    if (problem) return showPerson(context, c, request, problem)
    throw error
  }
}

interface NamedAct {
  act: PersonAct
  name: string
  fields: ActFields
}

async function askFirst(
  { deps, base }: PageContext,
  c: Context,
  { actor, frame, addressText }: ConsoleRequest,
  { act, name, fields }: NamedAct,
): Promise<Response> {
  const userId = pathParameter(c, 'user')
  const person = await getPerson(deps, actor, userId)
  const subject = {
    name: labelOf(person, addressText),
    address: addressText(addressOf(person)),
    fields,
    device: await deviceOfSession(deps, userId, fields.session),
    application: (await findClientNames(deps, [fields.client])).get(fields.client) ?? fields.client,
  }
  const sent = Object.entries(fields).filter(([, value]) => value)
  return askToConfirm(c, frame, {
    question: act.question(frame.words, subject),
    fields: [['action', name], ...sent],
    back: `${base}${pathOfPerson(userId)}`,
  })
}

async function sendExport(context: PageContext, c: Context, id: string): Promise<Response> {
  const { actor } = await openConsoleToAct(context, c, 'people:delete')
  return json(await exportPersonByOperator(context.deps, actor, id), 200, {
    'Content-Disposition': 'attachment; filename="account.json"',
  })
}

const fieldsOf = (params: Params): ActFields =>
  Object.fromEntries(
    actFields.map((name) => [name, formField(params, name).replaceAll('\0', '').trim().slice(0, 254)]),
  ) as ActFields
