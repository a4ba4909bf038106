import { Hono } from 'hono'
import {
  changeRegisteredClient,
  getRegisteredClient,
  listRegisteredClients,
  type ManagedRegistration,
  removeRegisteredClient,
} from '../../../flows/management/registration/registered-clients.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { RegisteredClientPage } from '../../../pages/console/registration/registered-client.tsx'
import {
  type ListedRegistration,
  RegisteredClientsPage,
} from '../../../pages/console/registration/registered-clients.tsx'
import type { DoneNotice } from '../../../pages/done-notices.ts'
import { ask } from '../../../pages/question.tsx'
import { actsOf, noticeAt, runAct } from '../../acts.tsx'
import { listPage, mapRows } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, managerOf, noticeOf, openConsole, openForm } from '../request.ts'

const path = '/admin/registered-clients'

/** The clients that registered themselves. */
export const registeredClientRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showList(await openConsole(context, c, 'applications:read')))
    .get(`${path}/:client`, async (c) => showClient(await openConsole(context, c, 'applications:read')))
    .post(`${path}/:client`, async (c) => change(await openForm(context, c, 'applications:write')))

const listed = ({ client, record }: ManagedRegistration): ListedRegistration => ({
  id: client.id,
  name: client.name,
  redirectUris: client.redirectUris,
  registeredAt: record.createdAt,
  usedAt: record.usedAt,
  network: record.network,
  disabled: record.disabledAt !== null,
  trusted: client.trust !== 'unknown',
})

async function showList(request: ConsoleRequest): Promise<Response> {
  const { deps, base, c, frame } = request
  const list = await listPage<ManagedRegistration>(
    c,
    `${base}${path}`,
    ({ client }) => client.id,
    (range) => listRegisteredClients(deps, managerOf(request), range),
  )
  return page(<RegisteredClientsPage frame={frame} clients={mapRows(list, listed)} />)
}

async function showClient(request: ConsoleRequest): Promise<Response> {
  const { deps, c, frame, may } = request
  const registration = await getRegisteredClient(deps, managerOf(request), pathParameter(c, 'client'))
  const { done } = frame.words.console.applications
  const word = noticeOf(c).done
  const { client, metadata, record } = registration
  return page(
    <RegisteredClientPage
      frame={frame}
      client={listed(registration)}
      metadata={{ ...metadata, scope: [...client.scopes].join(' ') }}
      listed={record.listedAt !== null}
      mayChange={may('applications:write')}
      notice={word === 'enabled' || word === 'disabled' ? done[word]({ name: client.name }) : null}
    />,
  )
}

interface RegistrationForm extends ConsoleForm {
  client: ManagedRegistration['client']
  /** The path of its page. */
  own: string
}

/** Changes a client, and leads to its page, which says so. */
const changing =
  (change: Parameters<typeof changeRegisteredClient>[3], done: 'enabled' | 'disabled' | DoneNotice[0]) =>
  async (form: RegistrationForm): Promise<string> => {
    const { deps, base, client, own } = form
    await changeRegisteredClient(deps, managerOf(form), client.id, change)
    if (done === 'enabled' || done === 'disabled') return `${base}${own}?done=${done}`
    return noticeAt(form, own, [done, client.name])
  }

/** Enabling and trusting less harm nobody, and can be undone. */
const acts = actsOf<RegistrationForm>({
  trust: {
    question: ({ console: { registration } }, { client: { name } }) =>
      ask(registration.askTrust({ name }), registration.askTrustText, registration.trust),
    run: changing({ listed: true }, 'registration-trusted'),
  },
  untrust: { run: changing({ listed: false }, 'registration-untrusted') },
  enable: { run: changing({ disabled: false }, 'enabled') },
  disable: {
    question: ({ console: { applications } }, { client: { name } }) => {
      const { title, text, button } = applications.ask.disable
      return ask(title({ name }), text, button)
    },
    run: changing({ disabled: true }, 'disabled'),
  },
  delete: {
    question: ({ console: { applications, registration } }, { client: { name } }) => {
      const { title, button } = applications.ask.delete
      return ask(title({ name }), registration.askDelete, button)
    },
    async run(form) {
      await removeRegisteredClient(form.deps, managerOf(form), form.client.id)
      return noticeAt(form, path, ['registration-deleted', form.client.name])
    },
  },
})

async function change(form: ConsoleForm): Promise<Response> {
  const { client } = await getRegisteredClient(form.deps, managerOf(form), pathParameter(form.c, 'client'))
  const own = `${path}/${encodeURIComponent(client.id)}`
  return runAct(acts, { ...form, client, own }, `${form.base}${own}`)
}
