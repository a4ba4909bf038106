import { type Context, Hono } from 'hono'
import { nameOfOperator } from '../../flows/identity/impersonations.ts'
import { findPersonLabel } from '../../flows/management/directory.ts'
import { listUnconfirmedImpersonations } from '../../flows/management/impersonations.ts'
import { mayOperate } from '../../flows/management/operator-permissions.ts'
import { getOrganizationOverview } from '../../flows/management/organization-directory.ts'
import {
  confirmOwnerAct,
  listWaitingActs,
  type OwnerAct,
  withdrawOwnerAct,
} from '../../flows/management/people/owner-acts.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ConfirmationsPage, type WaitingAct } from '../../pages/console/confirmations.tsx'
import { problemText } from '../forms.ts'
import { listingOf, paged, rowsFrom } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from './request.tsx'

const path = '/admin/confirmations'

/** What waits for a second operator (FOUR_EYES). */
export const confirmationRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => show(context, c, await openConsole(context, c, 'operators:read')))
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'people:write')
      const [act, action] = [formField(params, 'act'), formField(params, 'action')]
      try {
        if (action === 'confirm') await confirmOwnerAct(deps, request.actor, act)
        else if (action === 'withdraw') await withdrawOwnerAct(deps, request.actor, act)
        else throw new OperationRefused('invalid', 'action', 'choose-one')
      } catch (error) {
        if (error instanceof OperationRefused && error.problem) return show(context, c, request, error)
        throw error
      }
      return seeOther(`${base}${path}?done=${action}`)
    })
}

async function show(
  context: PageContext,
  c: Context,
  request: ConsoleRequest,
  refused?: OperationRefused,
): Promise<Response> {
  const { deps, base } = context
  const { frame, role, actor } = request
  const { after } = listingOf(c)
  const found = await listWaitingActs(deps, rowsFrom(after))
  const { rows, next, first } = paged(found, { query: '', after }, `${base}${path}`, ({ id }) => id)
  const words = frame.words.console.confirmations
  const said = new Map([
    ['asked', words.asked],
    ['confirm', words.confirmed],
    ['withdraw', words.withdrawn],
  ])
  return page(
    <ConfirmationsPage
      frame={frame}
      acts={await Promise.all(rows.map((act) => describe(context, request, act)))}
      impersonations={after ? [] : await unconfirmed(context, request)}
      next={next}
      first={first}
      reader={mayOperate(role, 'people:write') ? actor.id : null}
      problem={refused && problemText(frame, refused.problem)}
      notice={refused ? null : (said.get(noticeOf(c).done) ?? null)}
    />,
    { status: refused ? (refused.reason === 'forbidden' ? 403 : 422) : 200 },
  )
}

async function describe({ deps }: PageContext, { addressText }: ConsoleRequest, act: OwnerAct): Promise<WaitingAct> {
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
async function unconfirmed({ deps }: PageContext, { addressText }: ConsoleRequest) {
  if (deps.config.impersonation === 'off') return []
  return (await listUnconfirmedImpersonations(deps)).map(({ id, operator, person, application }) => ({
    id,
    operator: addressText(operator),
    person: addressText(person),
    application,
  }))
}
