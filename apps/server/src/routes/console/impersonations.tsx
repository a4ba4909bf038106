import { type Context, Hono } from 'hono'
import { stopByButton } from '../../flows/identity/impersonations.ts'
import { findSignedIn } from '../../flows/identity/signed-in.ts'
import {
  askForImpersonation,
  confirmImpersonation,
  describeImpersonation,
  findImpersonationTarget,
  getImpersonation,
  ImpersonationRefused,
  impersonationClients,
  type ListedImpersonation,
  listImpersonations,
  reasonLength,
  requireImpersonation,
  startImpersonation,
  stopImpersonation,
  ticketLength,
} from '../../flows/management/impersonations.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { clearCookie, setCookie } from '../../http/cookies.ts'
import { formField, formParams } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { loginUrlOf } from '../../oidc/clients.ts'
import { fullName } from '../../oidc/person-names.ts'
import {
  AskImpersonationPage,
  type AskValues,
  ImpersonationPage,
  ImpersonationsPage,
} from '../../pages/console/impersonations.tsx'
import { listingOf, paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from './request.tsx'

const path = '/admin/impersonations'

/** Operators who act as a person at an application. Where IMPERSONATION is off, none of these pages exists. */
export const impersonationRoutes = (context: PageContext) => {
  const { deps, base } = context
  return (
    new Hono()
      .get(path, async (c) => {
        const { frame, addressText } = await openConsole(context, c, 'impersonations:read')
        const { after } = listingOf(c)
        const found = await listImpersonations(deps, { before: after, limit: perPage + 1 })
        const { rows, next, first } = paged(found, { query: '', after }, `${base}${path}`, ({ id }) => id)
        const notice = noticeOf(c).done === 'stopped' ? frame.words.console.impersonation.saidStopped : null
        return page(
          <ImpersonationsPage
            frame={frame}
            impersonations={rows.map((row) => withNames(row, addressText))}
            next={next}
            first={first}
            notice={notice}
          />,
        )
      })
      .get(`${path}/new`, async (c) => {
        const request = await openConsole(context, c, 'impersonations:write')
        return askPage(context, request, queryParams(c.req.raw).get('person') ?? '', {})
      })
      .post(`${path}/new`, async (c) => {
        const params = await formParams(c.req.raw)
        const request = await openConsoleToAct(context, c, 'impersonations:write')
        const value = (name: string) => formField(params, name).replaceAll('\0', '').trim()
        const values = {
          client: value('client'),
          organization: value('organization'),
          reason: value('reason').slice(0, reasonLength.max),
          ticket: value('ticket').slice(0, ticketLength),
        }
        return ask(context, request, value('person'), values)
      })
      // Whoever holds the cookie, or is signed in, may stop their own: also somebody who is no operator any more.
      .post(`${path}/stop`, async (c) => {
        requireImpersonation(deps)
        const stopped = await stopByButton(deps, context.visitor(c))
        return seeOther(`${base}${path}${stopped ? '?done=stopped' : ''}`, [clearCookie(deps.config, 'impersonation')])
      })
      .get(`${path}/:id`, async (c) => {
        const request = await openConsole(context, c, 'impersonations:read')
        return showImpersonation(context, c, request, pathParameter(c, 'id'))
      })
      .post(`${path}/:id`, async (c) => {
        const params = await formParams(c.req.raw)
        const request = await openConsoleToAct(context, c, 'impersonations:write')
        return act(context, c, request, {
          action: params.get('action') ?? '',
          confirmed: params.get('confirm') === 'yes',
        })
      })
  )
}

async function ask(
  context: PageContext,
  request: ConsoleRequest,
  userId: string,
  values: AskValues,
): Promise<Response> {
  const texts = request.frame.words.console.impersonation
  if (values.reason.length < reasonLength.min)
    return askPage(context, request, userId, { values, reasonProblem: texts.reasonShort, status: 422 })
  try {
    const { id } = await askForImpersonation(context.deps, request.actor, {
      userId,
      clientId: values.client,
      organizationId: values.organization || null,
      reason: values.reason,
      ticket: values.ticket || null,
    })
    return seeOther(`${context.base}${path}/${id}?done=asked`)
  } catch (error) {
    if (!(error instanceof ImpersonationRefused)) throw error
    return askPage(context, request, userId, { values, problem: texts.refused[error.problem], status: 403 })
  }
}

async function askPage(
  { deps }: PageContext,
  { frame }: ConsoleRequest,
  userId: string,
  {
    values = { client: '', organization: '', reason: '', ticket: '' },
    status = 200,
    ...problems
  }: { values?: AskValues; problem?: string; reasonProblem?: string; status?: number },
): Promise<Response> {
  const { person, memberships } = await findImpersonationTarget(deps, userId)
  return page(
    <AskImpersonationPage
      frame={frame}
      person={{ id: person.id, name: (fullName(person) ?? person.email) || person.id }}
      clients={impersonationClients(deps)}
      organizations={memberships.map(({ organizationId, name }) => ({ id: organizationId, name }))}
      asks={deps.config.impersonation === 'consent'}
      values={values}
      {...problems}
    />,
    { status },
  )
}

/** Somebody without a name is shown by their address: as much of it as the operator's role may see. */
const withNames = (shown: ListedImpersonation, addressText: ConsoleRequest['addressText']): ListedImpersonation => ({
  ...shown,
  operator: addressText(shown.operator),
  person: addressText(shown.person),
})

interface Act {
  action: string
  confirmed: boolean
}

const acts = ['start', 'confirm', 'end'] as const

async function act(context: PageContext, c: Context, request: ConsoleRequest, { action: typed, confirmed }: Act) {
  const { deps, base } = context
  const action = acts.find((name) => name === typed)
  if (!action) throw new OperationRefused('not-found')
  const { actor, frame } = request
  const id = pathParameter(c, 'id')
  const address = `${base}${path}/${id}`
  const texts = frame.words.console.impersonation
  if (!confirmed) {
    const shown = await describeImpersonation(deps, await getImpersonation(deps, id))
    const { operator, person, application } = withNames(shown, request.addressText)
    const { start, confirm, end } = texts.questions
    const questions = {
      start: { ...start, title: start.title({ person, application }) },
      confirm: { ...confirm, title: confirm.title({ operator, person, application }) },
      end: { ...end, title: end.title({ operator, person }) },
    }
    const question = questions[action]
    return askToConfirm(c, frame, { question, fields: [['action', action]], back: address })
  }
  try {
    if (action === 'confirm') await confirmImpersonation(deps, actor, id)
    if (action === 'end') await stopImpersonation(deps, actor, id)
    if (action === 'start') return await start(context, c, request, id)
  } catch (error) {
    if (!(error instanceof ImpersonationRefused)) throw error
    return showImpersonation(context, c, request, id, texts.refused[error.problem])
  }
  return seeOther(`${address}?done=${action}`)
}

async function start(context: PageContext, c: Context, { actor }: ConsoleRequest, id: string): Promise<Response> {
  const { deps, base } = context
  const visitor = context.visitor(c)
  const signedIn = await findSignedIn(deps, visitor)
  if (!signedIn) return seeOther(`${base}${path}/${id}`)
  const operatorSessionId = signedIn.session.id
  const cookie = await startImpersonation(deps, actor, { id, operatorSessionId, userAgent: visitor.userAgent })
  return seeOther(`${base}${path}/${id}?done=start`, [setCookie(deps.config, 'impersonation', cookie)])
}

async function showImpersonation(
  { deps }: PageContext,
  c: Context,
  { actor, frame, addressText }: ConsoleRequest,
  id: string,
  problem?: string,
): Promise<Response> {
  const shown = withNames(await describeImpersonation(deps, await getImpersonation(deps, id)), addressText)
  const texts = frame.words.console.impersonation
  const said = new Map([
    ['asked', shown.state === 'asked' ? texts.saidAsked({ person: shown.person }) : texts.saidAllowedByNobody],
    ['confirm', texts.saidConfirmed({ operator: shown.operator })],
    ['start', texts.saidStarted({ person: shown.person })],
    ['end', texts.saidEnded({ operator: shown.operator, person: shown.person })],
  ])
  const client = deps.clients.find(shown.clientId)
  return page(
    <ImpersonationPage
      frame={frame}
      shown={shown}
      own={shown.operatorId === actor.id}
      applicationUrl={client ? loginUrlOf(client, { iss: deps.config.issuer }) : null}
      problem={problem}
      notice={problem ? null : (said.get(noticeOf(c).done) ?? null)}
    />,
    { status: problem ? 403 : 200 },
  )
}
