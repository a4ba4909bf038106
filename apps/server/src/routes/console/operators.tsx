import { Hono } from 'hono'
import { isStoredOperatorRole } from '../../flows/identity/operator-roles.ts'
import { findPersonLabel } from '../../flows/management/directory.ts'
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
import { formField } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import { type OperatorRow, OperatorsPage } from '../../pages/console/operators.tsx'
import { ask } from '../../pages/question.tsx'
import { actsOf, answerOr, type RefusedForm, runAct } from '../acts.tsx'
import { problemText } from '../forms.ts'
import { listPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from './request.ts'

const path = '/admin/operators'

/** The operators and their roles. */
export const operatorRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openConsole(context, c, 'operators:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'operators:write')
      return answerOr(change(form), (refused) => show(form, { form, refused }))
    })

async function show(request: ConsoleRequest, typed?: { form: ConsoleForm; refused: RefusedForm }): Promise<Response> {
  const { deps, base, c, frame, role, may } = request
  const list = await listPage<ListedOperator>(
    c,
    `${base}${path}`,
    ({ userId }) => userId ?? '',
    (range) => listGivenRoles(deps, range),
  )
  const operators = [...(list.first ? [] : await listRootOperators(deps)), ...list.rows]
  const value = typed?.form.value ?? (() => '')
  const refused = typed?.refused
  const field = refused?.field === 'email' && value('user') ? 'user' : (refused?.field ?? 'user')
  return page(
    <OperatorsPage
      frame={frame}
      operators={{ ...list, rows: operators.map((operator) => rowOf(request, operator)) }}
      roles={may('operators:write') ? rolesGivenBy(role) : []}
      notice={await noticeText(request)}
      typed={{ email: value('email'), role: value('role') }}
      problems={refused ? { [field]: problemText(frame, refused.problem) } : {}}
    />,
    { status: refused ? (refused.reason === 'forbidden' ? 403 : 422) : 200 },
  )
}

function rowOf({ role, may, addressText }: ConsoleRequest, operator: ListedOperator): OperatorRow {
  const address = operator.address && addressText(operator.address)
  const by = operator.given?.by ?? null
  return {
    ...operator,
    address,
    label: operator.name || address || (operator.userId ?? ''),
    given: operator.given && { ...operator.given, by: by && addressText(by) },
    changeable: may('operators:write') && rolesGivenBy(role).some((given) => given === operator.role),
  }
}

interface Candidate extends ConsoleForm {
  userId: string
  name: string
}

async function change(form: ConsoleForm): Promise<Response> {
  const { deps, base, value } = form
  const userId = value('user') || (await findOperatorCandidate(deps, value('email'))).userId
  if (!acts.has(value('action'))) throw new OperationRefused('invalid', 'role', 'not-available')
  const wanted = { ...form, userId, name: value('confirm') === 'yes' ? '' : await findPersonLabel(deps, userId) }
  return runAct(acts, wanted, `${base}${path}`)
}

function roleOf({ value }: ConsoleForm) {
  const role = value('role')
  if (!isStoredOperatorRole(role)) throw new OperationRefused('invalid', 'role', 'not-available')
  return role
}

const addressAfter = ({ base, userId }: Candidate, done: string) =>
  `${base}${path}?${new URLSearchParams({ done, person: userId })}`

const acts = actsOf<Candidate>({
  give: {
    question: ({ activity, console: { operators } }, form) => {
      const text = operators.giveText({ role: activity.operatorRoles[roleOf(form)] })
      return {
        ...ask(operators.giveTitle({ person: form.name }), text, operators.give),
        fields: { user: form.userId, role: roleOf(form) },
      }
    },
    async run(form) {
      const given = await giveOperatorRole(form.deps, form.actor, form.userId, roleOf(form))
      return addressAfter(form, given ? 'given' : 'unchanged')
    },
  },
  take: {
    question: ({ console: { operators } }, { name, userId }) => ({
      ...ask(operators.takeTitle({ person: name }), operators.takeText, operators.take),
      fields: { user: userId },
    }),
    async run(form) {
      const taken = await takeOperatorRole(form.deps, form.actor, form.userId)
      return addressAfter(form, taken ? 'taken' : 'unchanged')
    },
  },
})

/** What has just happened, as far as it is still so: a link that someone else wrote says nothing that is not true. */
async function noticeText({ deps, c, frame, addressText }: ConsoleRequest) {
  const { done } = noticeOf(c)
  const userId = formField(queryParams(c.req.raw), 'person')
  const { operators } = frame.words.console
  if (c.req.method !== 'GET' || !userId || !['given', 'taken', 'unchanged'].includes(done)) return null
  const role = await findGivenRole(deps, userId)
  if (done === 'unchanged') return operators.unchanged
  if ((done === 'given') !== (role !== null)) return null
  const person = addressText(await findPersonLabel(deps, userId))
  return role
    ? operators.given({ person, role: frame.words.activity.operatorRoles[role] })
    : operators.taken({ person })
}
