import { type Context, Hono } from 'hono'
import { isStoredOperatorRole } from '../../flows/identity/operator-roles.ts'
import { findPersonLabel } from '../../flows/management/directory.ts'
import { mayOperate, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import {
  findGivenRole,
  findOperatorCandidate,
  giveOperatorRole,
  type ListedOperator,
  listGivenRoles,
  listRootOperators,
  rolesGivenBy,
  takeOperatorRole,
} from '../../flows/management/operator-roles.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { type OperatorRow, OperatorsPage } from '../../pages/console/operators.tsx'
import { problemText } from '../forms.ts'
import { listingOf, paged, rowsFrom } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from './request.tsx'

/** The operators and their roles. */
export const operatorRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/operators', async (c) => show(context, c, await openConsole(context, c, 'operators:read')))
    .post('/admin/operators', async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'operators:write')
      try {
        return await change(context, c, request, params)
      } catch (error) {
        if (error instanceof OperationRefused && error.problem) return show(context, c, request, { error, params })
        throw error
      }
    })

async function show(
  context: PageContext,
  c: Context,
  request: ConsoleRequest,
  refused?: { error: OperationRefused; params: Params },
): Promise<Response> {
  const { deps, base } = context
  const { frame, role } = request
  const { after } = listingOf(c)
  const found = await listGivenRoles(deps, rowsFrom(after))
  const { rows, next, first } = paged(found, { query: '', after }, `${base}/admin/operators`, ({ userId }) => userId)
  const operators = [...(after ? [] : await listRootOperators(deps)), ...rows]
  const { error, params } = refused ?? {}
  const field = error?.field === 'email' && formField(params, 'user') ? 'user' : (error?.field ?? 'user')
  return page(
    <OperatorsPage
      frame={frame}
      operators={operators.map((operator) => rowOf(request, operator))}
      next={next}
      first={first}
      roles={mayOperate(role, 'operators:write') ? rolesGivenBy(role) : []}
      notice={await noticeText(context, c, request)}
      typed={{ email: formField(params, 'email'), role: formField(params, 'role') }}
      problems={error ? { [field]: problemText(frame, error.problem) } : {}}
    />,
    { status: error ? (error.reason === 'forbidden' ? 403 : 422) : 200 },
  )
}

function rowOf({ role, addressText }: ConsoleRequest, operator: ListedOperator): OperatorRow {
  const address = operator.address && addressText(operator.address)
  const by = operator.given?.by ?? null
  return {
    ...operator,
    address,
    label: operator.name || address || (operator.userId ?? ''),
    given: operator.given && { ...operator.given, by: by && addressText(by) },
    changeable: mayOperate(role, 'operators:write') && rolesGivenBy(role).some((given) => given === operator.role),
  }
}

async function change(context: PageContext, c: Context, request: ConsoleRequest, params: Params): Promise<Response> {
  const { deps, base } = context
  const action = formField(params, 'action')
  const role = formField(params, 'role')
  const userId = formField(params, 'user') || (await findOperatorCandidate(deps, formField(params, 'email'))).userId
  const wanted = action === 'take' ? null : isStoredOperatorRole(role) ? role : undefined
  if (wanted === undefined || (action !== 'take' && action !== 'give'))
    throw new OperationRefused('invalid', 'role', 'not-available')
  if (params.get('confirm') !== 'yes') return ask(context, c, request, userId, wanted)
  const { actor } = request
  const changed = wanted
    ? await giveOperatorRole(deps, actor, userId, wanted)
    : await takeOperatorRole(deps, actor, userId)
  const done = changed ? (wanted ? 'given' : 'taken') : 'unchanged'
  return seeOther(`${base}/admin/operators?${new URLSearchParams({ done, person: userId })}`)
}

async function ask(
  { deps, base }: PageContext,
  c: Context,
  { frame }: ConsoleRequest,
  userId: string,
  role: Exclude<OperatorRole, 'root'> | null,
): Promise<Response> {
  const { operators } = frame.words.console
  const name = await findPersonLabel(deps, userId)
  const fields = [['action', role ? 'give' : 'take'] as const, ['user', userId] as const]
  return askToConfirm(c, frame, {
    question: role
      ? {
          title: operators.giveTitle({ person: name }),
          text: operators.giveText({ role: frame.words.activity.operatorRoles[role] }),
          button: operators.give,
        }
      : { title: operators.takeTitle({ person: name }), text: operators.takeText, button: operators.take },
    fields: role ? [...fields, ['role', role]] : fields,
    back: `${base}/admin/operators`,
  })
}

/** What has just happened, as far as it is still so: a link that someone else wrote says nothing that is not true. */
async function noticeText({ deps }: PageContext, c: Context, { frame, addressText }: ConsoleRequest) {
  const { done } = noticeOf(c)
  const userId = formField(queryParams(c.req.raw), 'person')
  const { operators } = frame.words.console
  if (c.req.method !== 'GET' || !userId || !['given', 'taken', 'unchanged'].includes(done)) return null
  const role = await findGivenRole(deps, userId)
  if (done === 'unchanged') return operators.unchanged
  if ((done === 'given') !== (role !== null)) return null
  const name = addressText(await findPersonLabel(deps, userId))
  return role
    ? operators.given({ person: name, role: frame.words.activity.operatorRoles[role] })
    : operators.taken({ person: name })
}
