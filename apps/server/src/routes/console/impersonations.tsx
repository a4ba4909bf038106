import { Hono } from 'hono'
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
  organizationChoice,
  reasonLength,
  requireImpersonation,
  startImpersonation,
  stopImpersonation,
  ticketLength,
} from '../../flows/management/impersonations.ts'
import { clearCookie, setCookie } from '../../http/cookies.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { loginUrlOf } from '../../oidc/clients.ts'
import { nameOrAddress } from '../../oidc/person-names.ts'
import {
  AskImpersonationPage,
  type AskValues,
  ImpersonationPage,
  ImpersonationsPage,
} from '../../pages/console/impersonations.tsx'
import { actsOf, runAct } from '../acts.tsx'
import { listPage, mapRows } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from './request.ts'

const path = '/admin/impersonations'

/** Operators who act as a person at an application. Where IMPERSONATION is off, none of these pages exists. */
export const impersonationRoutes = (context: PageContext) => {
  const { deps, base } = context
  return (
    new Hono()
      .get(path, async (c) => {
        const { frame, addressText } = await openConsole(context, c, 'impersonations:read')
        const list = await listPage<ListedImpersonation>(
          c,
          `${base}${path}`,
          ({ id }) => id,
          (range) => listImpersonations(deps, range),
        )
        const shown = mapRows(list, (row) => withNames(row, addressText))
        const notice = noticeOf(c).done === 'stopped' ? frame.words.console.impersonation.saidStopped : null
        return page(<ImpersonationsPage frame={frame} impersonations={shown} notice={notice} />)
      })
      .get(`${path}/new`, async (c) => {
        const request = await openConsole(context, c, 'impersonations:write')
        return askPage(request, queryParams(c.req.raw).get('person') ?? '', {})
      })
      .post(`${path}/new`, async (c) => ask(await openForm(context, c, 'impersonations:write')))
      // Whoever holds the cookie, or is signed in, may stop their own: also somebody who is no operator any more.
      .post(`${path}/stop`, async (c) => {
        requireImpersonation(deps)
        const stopped = await stopByButton(deps, context.visitor(c))
        return seeOther(`${base}${path}${stopped ? '?done=stopped' : ''}`, [clearCookie(deps.config, 'impersonation')])
      })
      .get(`${path}/:id`, async (c) => showImpersonation(await openConsole(context, c, 'impersonations:read')))
      .post(`${path}/:id`, async (c) => act(await openForm(context, c, 'impersonations:write')))
  )
}

async function ask(form: ConsoleForm): Promise<Response> {
  const { deps, base, actor, frame } = form
  const value = (name: string) => form.value(name).replaceAll('\0', '').trim()
  const values = {
    client: value('client'),
    organization: value('organization'),
    reason: value('reason').slice(0, reasonLength.max),
    ticket: value('ticket').slice(0, ticketLength),
  }
  const userId = value('person')
  const texts = frame.words.console.impersonation
  if (values.reason.length < reasonLength.min)
    return askPage(form, userId, { values, reasonProblem: texts.reasonShort, status: 422 })
  try {
    const { id } = await askForImpersonation(deps, actor, {
      userId,
      clientId: values.client,
      organizationId: values.organization || null,
      reason: values.reason,
      ticket: values.ticket || null,
    })
    return seeOther(`${base}${path}/${id}?done=asked`)
  } catch (error) {
    if (!(error instanceof ImpersonationRefused)) throw error
    return askPage(form, userId, { values, problem: texts.refused[error.problem], status: 403 })
  }
}

interface AskForm {
  values?: AskValues
  problem?: string
  reasonProblem?: string
  status?: number
}

const noValues: AskValues = { client: '', organization: '', reason: '', ticket: '' }

async function askPage(
  { deps, frame }: ConsoleRequest,
  userId: string,
  { values, status = 200, ...problems }: AskForm,
): Promise<Response> {
  const { person, memberships } = await findImpersonationTarget(deps, userId)
  const clients = impersonationClients(deps)
  const { organizationId, optional } = organizationChoice(clients, memberships)
  return page(
    <AskImpersonationPage
      frame={frame}
      person={{ id: person.id, name: nameOrAddress(person, person.id) }}
      clients={clients}
      organizations={memberships.map(({ organizationId, name }) => ({ id: organizationId, name }))}
      organizationOptional={optional}
      asks={deps.config.impersonation === 'consent'}
      values={values ?? { ...noValues, organization: organizationId ?? '' }}
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

interface Subject extends ConsoleForm {
  shown: ListedImpersonation
  /** The address of its page. */
  address: string
}

const acts = actsOf<Subject>({
  start: {
    question: ({ console: { impersonation } }, { shown }) => {
      const { start } = impersonation.questions
      return { ...start, title: start.title(shown) }
    },
    run: start,
  },
  confirm: {
    question: ({ console: { impersonation } }, { shown }) => {
      const { confirm } = impersonation.questions
      return { ...confirm, title: confirm.title(shown) }
    },
    async run({ deps, actor, shown, address }) {
      await confirmImpersonation(deps, actor, shown.id)
      return `${address}?done=confirm`
    },
  },
  end: {
    question: ({ console: { impersonation } }, { shown }) => {
      const { end } = impersonation.questions
      return { ...end, title: end.title(shown) }
    },
    async run({ deps, actor, shown, address }) {
      await stopImpersonation(deps, actor, shown.id)
      return `${address}?done=end`
    },
  },
})

async function start({ context, deps, c, actor, shown: { id }, address }: Subject): Promise<string | Response> {
  const visitor = context.visitor(c)
  const signedIn = await findSignedIn(deps, visitor)
  if (!signedIn) return address
  const operatorSessionId = signedIn.session.id
  const cookie = await startImpersonation(deps, actor, { id, operatorSessionId, userAgent: visitor.userAgent })
  return seeOther(`${address}?done=start`, [setCookie(deps.config, 'impersonation', cookie)])
}

/** The impersonation that a page is about, as the operator may see it. */
const findShown = async ({ deps, c, addressText }: ConsoleRequest): Promise<ListedImpersonation> =>
  withNames(await describeImpersonation(deps, await getImpersonation(deps, pathParameter(c, 'id'))), addressText)

async function act(form: ConsoleForm): Promise<Response> {
  const shown = await findShown(form)
  const address = `${form.base}${path}/${shown.id}`
  try {
    return await runAct(acts, { ...form, shown, address }, address)
  } catch (error) {
    if (!(error instanceof ImpersonationRefused)) throw error
    return showImpersonation(form, form.frame.words.console.impersonation.refused[error.problem])
  }
}

async function showImpersonation(request: ConsoleRequest, problem?: string): Promise<Response> {
  const { deps, c, actor, frame } = request
  const shown = await findShown(request)
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
