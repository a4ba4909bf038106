import { Hono } from 'hono'
import { listDirectories } from '../../flows/directory/directories.ts'
import { directoryState } from '../../flows/directory/state.ts'
import { disableConnection } from '../../flows/federation/connections.ts'
import { changeSsoPolicy } from '../../flows/federation/sso-policy.ts'
import { type AttemptReport, findAttempt, withShortAddresses } from '../../flows/federation/upstream/attempts.ts'
import { hasFederation } from '../../flows/federation/upstream/upstream-client.ts'
import {
  attemptCursor,
  attemptsAfter,
  getListedConnection,
  type ListedConnection,
  listConnections,
} from '../../flows/management/connections.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { AttemptPage } from '../../pages/console/connections/attempt.tsx'
import { ConnectionPage } from '../../pages/console/connections/connection.tsx'
import type { ListedDirectory } from '../../pages/console/connections/directories.tsx'
import { ConnectionsPage } from '../../pages/console/connections/list.tsx'
import { ask } from '../../pages/question.tsx'
import type { List } from '../../pages/table.tsx'
import { actsOf, answerOr, noticeAt, runAct } from '../acts.tsx'
import { formStatus, problemText } from '../forms.ts'
import { listingOf, listPage, mapRows, paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, openConsole, openForm } from './request.ts'

const path = '/admin/connections'

/** The identity providers of organizations, and the sign-ins there. While nobody signs in at one, nothing is there. */
export const connectionRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showList(await openConsole(context, c, 'organizations:read')))
    .get(`${path}/attempts/:reference`, async (c) => showAttempt(await openConsole(context, c, 'organizations:read')))
    .post(`${path}/:connection`, async (c) => change(await openForm(context, c, 'organizations:write')))
    .get(`${path}/:connection`, async (c) => showConnection(await openConsole(context, c, 'organizations:read')))

function requireFederation({ deps: { config } }: ConsoleRequest): void {
  if (!hasFederation(config)) throw new OperationRefused('not-found')
}

async function showList(request: ConsoleRequest): Promise<Response> {
  const { deps, base, c, frame } = request
  const { config } = deps
  if (!hasFederation(config) && !config.scim) throw new OperationRefused('not-found')
  const list = await listPage<ListedConnection>(
    c,
    `${base}${path}`,
    ({ id }) => id,
    (range) => listConnections(deps, range),
  )
  return page(
    <ConnectionsPage
      frame={frame}
      connections={mapRows(list, listed)}
      directories={config.scim ? await directoriesOf(request) : null}
    />,
  )
}

async function directoriesOf({ deps, base, c }: ConsoleRequest): Promise<List<ListedDirectory>> {
  const after = listingOf(c).parameter('directory') || null
  const found = await listDirectories(deps, { after, limit: perPage + 1 })
  const list = paged(found, { query: '', after }, `${base}${path}`, ({ id }) => id, { parameter: 'directory' })
  return mapRows(list, ({ closedAt, pausedAt, ...directory }) => ({
    ...directory,
    state: closedAt ? 'off' : directoryState({ pausedAt }, { quiet: false }),
  }))
}

const listed = ({ organization: { id, name }, domains, ...connection }: ListedConnection) => ({
  ...connection,
  organization: { id, name },
  domains: domains.map(({ domain }) => domain),
})

async function showConnection(request: ConsoleRequest, problem?: Problem): Promise<Response> {
  requireFederation(request)
  const { deps, base, c, frame, may } = request
  const connection = await getListedConnection(deps, pathParameter(c, 'connection'))
  const cursor = listingOf(c).parameter('attempt') || null
  const found = await attemptsAfter(deps, connection.id, { cursor, limit: perPage + 1 })
  const own = `${base}${path}/${connection.id}`
  const attempts = paged<AttemptReport>(found, { query: '', after: cursor }, own, attemptCursor, {
    parameter: 'attempt',
  })
  const { console } = frame.words
  return page(
    <ConnectionPage
      frame={frame}
      connection={listed(connection)}
      attempts={attempts}
      problem={problemText(frame, problem)}
      acts={
        may('organizations:write')
          ? [
              connection.organization.ssoPolicy === 'required' && { act: 'offer', label: console.connections.offer },
              connection.state !== 'disabled' && {
                act: 'disable',
                label: console.applications.disable,
                look: 'danger',
              },
            ]
          : []
      }
    />,
    formStatus(problem),
  )
}

async function showAttempt(request: ConsoleRequest): Promise<Response> {
  requireFederation(request)
  const { deps, c, frame, may } = request
  const found = await findAttempt(deps, pathParameter(c, 'reference'))
  const attempt = found && !may('people:addresses') ? withShortAddresses(found) : found
  if (!attempt) throw new OperationRefused('not-found')
  const connection = attempt.connectionId === null ? null : await getListedConnection(deps, attempt.connectionId)
  return page(
    <AttemptPage
      frame={frame}
      attempt={attempt}
      connection={connection && { id: connection.id, organization: connection.organization.name }}
    />,
  )
}

interface ConnectionForm extends ConsoleForm {
  connection: ListedConnection
}

/** Operators activate nothing and require nothing: what an owner decides stays with owners. */
const acts = actsOf<ConnectionForm>({
  offer: {
    question: ({ console: { connections } }, { connection: { organization } }) =>
      ask(connections.offerTitle({ organization: organization.name }), connections.offerText, connections.offer),
    async run(form) {
      await changeSsoPolicy(form.deps, form.actor, form.connection.organizationId, 'offered')
      return noticeAt(form, ownPath(form), ['settings-saved'])
    },
  },
  disable: {
    question: ({ console: { applications }, sso }, { connection: { name, organization } }) =>
      ask(
        applications.ask.disable.title({ name: `${name} (${organization.name})` }),
        sso.disableText,
        applications.disable,
      ),
    async run(form) {
      await disableConnection(form.deps, form.actor, form.connection)
      return noticeAt(form, ownPath(form), ['settings-saved'])
    },
  },
})

const ownPath = ({ connection }: ConnectionForm): string => `${path}/${connection.id}`

async function change(form: ConsoleForm): Promise<Response> {
  requireFederation(form)
  const connection = await getListedConnection(form.deps, pathParameter(form.c, 'connection'))
  const subject = { ...form, connection }
  const answer = runAct(acts, subject, `${form.base}${ownPath(subject)}`)
  return answerOr(answer, ({ problem }) => showConnection(form, problem))
}
