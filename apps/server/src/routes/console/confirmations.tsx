import { Hono } from 'hono'
import { nameOfOperator } from '../../flows/identity/impersonations.ts'
import { findPersonLabel } from '../../flows/management/directory.ts'
import { listUnconfirmedImpersonations } from '../../flows/management/impersonations.ts'
import { getOrganizationOverview } from '../../flows/management/organization-directory.ts'
import {
  confirmOwnerAct,
  listWaitingActs,
  type OwnerAct,
  withdrawOwnerAct,
} from '../../flows/management/people/owner-acts.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page } from '../../http/responses.ts'
import { ConfirmationsPage, type WaitingAct } from '../../pages/console/confirmations.tsx'
import { type Act, actsOf, answerOr, type RefusedForm, runAct } from '../acts.tsx'
import { problemText } from '../forms.ts'
import { listPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from './request.ts'

const path = '/admin/confirmations'

/** What waits for a second operator (FOUR_EYES). */
export const confirmationRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openConsole(context, c, 'operators:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'people:write')
      return answerOr(decide(form), (refused) => show(form, refused))
    })

type Decision = typeof confirmOwnerAct | typeof withdrawOwnerAct

const decision = (done: string, decideOn: Decision): Act<ConsoleForm> => ({
  async run({ deps, base, actor, value }) {
    await decideOn(deps, actor, value('act'))
    return `${base}${path}?done=${done}`
  },
})

const acts = actsOf({
  confirm: decision('confirm', confirmOwnerAct),
  withdraw: decision('withdraw', withdrawOwnerAct),
})

async function decide(form: ConsoleForm): Promise<Response> {
  if (!acts.has(form.value('action'))) throw new OperationRefused('invalid', 'action', 'choose-one')
  return runAct(acts, form, path)
}

async function show(request: ConsoleRequest, refused?: RefusedForm): Promise<Response> {
  const { deps, base, c, frame, actor, may } = request
  const list = await listPage<OwnerAct>(
    c,
    `${base}${path}`,
    ({ id }) => id,
    (range) => listWaitingActs(deps, range),
  )
  const words = frame.words.console.confirmations
  const said = new Map([
    ['asked', words.asked],
    ['confirm', words.confirmed],
    ['withdraw', words.withdrawn],
  ])
  return page(
    <ConfirmationsPage
      frame={frame}
      acts={{ ...list, rows: await Promise.all(list.rows.map((act) => describe(request, act))) }}
      impersonations={list.first ? [] : await unconfirmed(request)}
      reader={may('people:write') ? actor.id : null}
      problem={refused && problemText(frame, refused.problem)}
      notice={refused ? null : (said.get(noticeOf(c).done) ?? null)}
    />,
    { status: refused ? (refused.reason === 'forbidden' ? 403 : 422) : 200 },
  )
}

async function describe({ deps, addressText }: ConsoleRequest, act: OwnerAct): Promise<WaitingAct> {
  const overview = act.organizationId ? await getOrganizationOverview(deps, act.organizationId).catch(() => null) : null
  return {
    id: act.id,
    askedBy: act.askedBy,
    person: addressText(await findPersonLabel(deps, act.userId)),
    operator: addressText(await nameOfOperator(deps.db, act.askedBy)),
    address: act.address && addressText(act.address),
    organization: act.organizationId && (overview?.organization.name ?? act.organizationId),
    expiresAt: act.expiresAt,
  }
}

/** Impersonations are confirmed on their own pages. */
async function unconfirmed({ deps, addressText }: ConsoleRequest) {
  if (deps.config.impersonation === 'off') return []
  return (await listUnconfirmedImpersonations(deps)).map(({ id, operator, person, application }) => ({
    id,
    operator: addressText(operator),
    person: addressText(person),
    application,
  }))
}
