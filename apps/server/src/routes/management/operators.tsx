import { type Context, Hono } from 'hono'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { shortenByOperator } from '../../flows/account/recovery-shortening.ts'
import {
  type DirectoryUser,
  disablePerson,
  getPerson,
  listManagedOrganizations,
  listPeople,
  removePerson,
} from '../../flows/management/directory.ts'
import { findOperator, listPersonMemberships, listQueue, resetByOperator } from '../../flows/management/operators.ts'
import { countPersonSessions, signOutPerson } from '../../flows/management/person-access.ts'
import { viewOrganization } from '../../flows/organizations/access.ts'
import { approveOrganization } from '../../flows/organizations/organization-approval.ts'
import { deleteOrganization, restoreOrganization } from '../../flows/organizations/organization-lifecycle.ts'
import { listEvents } from '../../flows/platform/audit.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formParams, rawQuery } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import { Params } from '../../oidc/params.ts'
import { OperatorAuditPage } from '../../pages/operators/audit.tsx'
import { FactsPage } from '../../pages/operators/facts.tsx'
import { OperatorOrganizationsPage } from '../../pages/operators/organizations.tsx'
import { PeoplePage } from '../../pages/operators/people.tsx'
import { PersonPage } from '../../pages/operators/person.tsx'
import { QuestionPage } from '../../pages/question.tsx'
import type { Words } from '../../pages/words/index.ts'
import { accountFrame } from '../account/frame.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn, SignInRequired } from '../signed-in.ts'

const perPage = 50

/** The operators' pages: only with a fresh sign-in, and a passkey where the operator has one. For others they are not there. */
export const adminRoutes = (context: PageContext) => {
  const { deps, base } = context
  const enter = async (c: Context) => {
    const back = c.req.path.slice(base.length).replace(/[^\w/-]/g, '')
    const signedIn = await requireSignedIn(context, c, { back })
    const { actor, passkey } = await findOperator(deps, signedIn, context.visitor(c).network)
    const path = `${base}${back}`
    if (passkey) throw new SignInRequired({ path, again: false, person: signedIn.person, acr: 'phr' })
    if (!signedIn.recent) throw new SignInRequired({ path, again: true, person: signedIn.person })
    return { here: signedIn, actor, frame: accountFrame(context, c, signedIn) }
  }
  const query = (c: Context) => Params.parse(rawQuery(c.req.raw.url))
  const nextOf = <T extends { id: string }>(path: string, rows: readonly T[], asked: string) => {
    const last = rows[perPage - 1]
    return rows.length > perPage && last
      ? `${base}${path}?${new URLSearchParams({ query: asked, after: last.id })}`
      : null
  }
  /** Asks before something is taken away; the form then comes back with `confirm=yes`. */
  const ask = (
    frame: ReturnType<typeof accountFrame>,
    c: Context,
    about: { asked: Asked; name: string; fields: readonly (readonly [string, string])[]; back: string },
  ) => {
    const question = questionOf(frame.words, about.asked, about.name, new Map(about.fields).get('email') ?? '')
    const back = `${base}${about.back}`
    return page(
      <QuestionPage frame={frame} question={question} action={c.req.path} fields={about.fields} back={back} />,
    )
  }
  const nameOf = (one: DirectoryUser) => [one.givenName, one.familyName].filter(Boolean).join(' ')

  const personPage = async (c: Context, problem?: string) => {
    const { actor, frame } = await enter(c)
    const id = pathParameter(c, 'user')
    const person = await getPerson(deps, actor, id)
    const props = {
      person: {
        id,
        name: nameOf(person),
        addresses: person.emails.map(({ address }) => address),
        disabled: person.disabledAt !== null,
        createdAt: person.createdAt,
      },
      memberships: await listPersonMemberships(deps, id),
      sessions: await countPersonSessions(deps, actor, id),
      recovery: await findOpenRecovery(deps, id),
      problem: problem && (frame.words.problems[problem] ?? problem),
    }
    return page(<PersonPage frame={frame} {...props} />, { status: problem ? 422 : 200 })
  }

  return new Hono()
    .get('/admin', async (c) => {
      const { actor, frame } = await enter(c)
      const asked = query(c).get('query') ?? ''
      const rows = await listPeople(deps, actor, {
        after: query(c).get('after') ?? null,
        limit: perPage + 1,
        query: asked || undefined,
      })
      const people = rows.slice(0, perPage).map((one) => ({
        id: one.id,
        name: nameOf(one),
        email: one.emails.find(({ isPrimary }) => isPrimary)?.address ?? '',
        disabled: one.disabledAt !== null,
      }))
      return page(<PeoplePage frame={frame} query={asked} people={people} next={nextOf('/admin', rows, asked)} />)
    })
    .get('/admin/users/:user', (c) => personPage(c))
    .post('/admin/users/:user', async (c) => {
      const params = await formParams(c.req.raw)
      const { actor, frame } = await enter(c)
      const id = pathParameter(c, 'user')
      const action = params.get('action')
      if (
        params.get('confirm') !== 'yes' &&
        (action === 'disable' || action === 'sign-out' || action === 'reset' || action === 'delete')
      ) {
        const person = await getPerson(deps, actor, id)
        const name = nameOf(person) || (person.emails[0]?.address ?? id)
        const email = params.get('email')
        const fields = [['action', action] as const, ...(email ? [['email', email] as const] : [])]
        return ask(frame, c, { asked: action, name, fields, back: `/admin/users/${encodeURIComponent(id)}` })
      }
      try {
        if (action === 'disable' || action === 'enable') await disablePerson(deps, actor, id, action === 'disable')
        else if (action === 'sign-out') await signOutPerson(deps, actor, id)
        else if (action === 'reset') await resetByOperator(deps, actor, id, params.get('email') ?? '')
        else if (action === 'shorten-recovery') await shortenByOperator(deps, actor, id)
        else if (action === 'delete') {
          await removePerson(deps, actor, id)
          return seeOther(`${base}/admin?done=1`)
        }
      } catch (error) {
        if (error instanceof OperationRefused && error.problem) return personPage(c, error.problem)
        throw error
      }
      return seeOther(`${base}/admin/users/${encodeURIComponent(id)}?done=1`)
    })
    .get('/admin/organizations', async (c) => {
      const { actor, frame } = await enter(c)
      const asked = query(c).get('query') ?? ''
      const rows = await listManagedOrganizations(deps, actor, {
        after: query(c).get('after') ?? null,
        limit: perPage + 1,
        query: asked || undefined,
      })
      const next = nextOf('/admin/organizations', rows, asked)
      return page(
        <OperatorOrganizationsPage
          frame={frame}
          query={asked}
          organizations={rows.slice(0, perPage)}
          next={next}
          approving={deps.config.signUp.kind !== 'open'}
        />,
      )
    })
    .post('/admin/organizations', async (c) => {
      const params = await formParams(c.req.raw)
      const { actor, frame } = await enter(c)
      const id = params.get('organization') ?? ''
      const action = params.get('action')
      if (action === 'delete' && params.get('confirm') !== 'yes') {
        const { organization } = await viewOrganization(deps, actor, id)
        const fields = [
          ['organization', id],
          ['action', 'delete'],
        ] as const
        return ask(frame, c, {
          asked: 'delete-organization',
          name: organization.name,
          fields,
          back: '/admin/organizations',
        })
      }
      if (action === 'delete') await deleteOrganization(deps, actor, id)
      if (action === 'restore') await restoreOrganization(deps, actor, id)
      if (action === 'approve' || action === 'disapprove')
        await approveOrganization(deps, actor, id, action === 'approve')
      return seeOther(`${base}/admin/organizations?done=1`)
    })
    .get('/admin/clients', async (c) => {
      const { frame } = await enter(c)
      const clients = [...deps.config.clients.values()]
      const after = query(c).get('after')
      const start = after === undefined ? 0 : clients.findIndex(({ id }) => id === after) + 1
      const shown = clients.slice(start, start + perPage)
      const last = shown.at(-1)
      const more = last && clients.length > start + perPage
      // As configured, without anything that is secret.
      const rows = shown.map((client) => ({
        title: `${client.name} (${client.id})`,
        facts: [
          [...client.tokenAuthMethods, ...client.grantTypes, ...client.responseTypes].join(' · '),
          [...client.scopes].join(' '),
          client.redirectUris.join(' '),
        ].filter(Boolean),
      }))
      const path = `${base}/admin/clients`
      return page(
        <FactsPage
          frame={frame}
          tab="clients"
          rows={rows}
          next={more ? `${path}?${new URLSearchParams({ after: last.id })}` : null}
          first={start > 0 ? path : null}
        />,
      )
    })
    .get('/admin/keys', async (c) => {
      const { frame } = await enter(c)
      const shown = (value: unknown) => (value instanceof Date ? frame.date(value) : String(value))
      const rows = deps.keys.list().map((key) => {
        const [title, ...facts] = Object.values(key).map(shown)
        return { title: title ?? '', facts: [facts.join(' · ')] }
      })
      return page(<FactsPage frame={frame} tab="keys" rows={rows} />)
    })
    .get('/admin/queue', async (c) => {
      const { frame } = await enter(c)
      const { admin } = frame.words
      const rows = (await listQueue(deps)).map((one) => ({
        title: one.kind,
        facts: [admin.waiting(one.waiting, one.late), frame.date(one.oldest)],
      }))
      return page(<FactsPage frame={frame} tab="queue" rows={rows} />)
    })
    .get('/admin/audit', async (c) => {
      const { frame } = await enter(c)
      const before = query(c).get('before') ?? null
      const { events, next } = await listEvents(deps, { organizationId: null, before, limit: perPage })
      const shown = events.map((event) => ({
        ...event,
        actor: `${event.actorKind} ${event.actorId ?? ''}`.trim(),
        target: `${event.targetKind ?? ''} ${event.targetId ?? ''}`.trim(),
      }))
      const path = `${base}/admin/audit`
      return page(
        <OperatorAuditPage
          frame={frame}
          events={shown}
          older={next && `${path}?before=${next}`}
          newest={before && path}
        />,
      )
    })
}

type Asked = 'disable' | 'sign-out' | 'reset' | 'delete' | 'delete-organization'

function questionOf({ manage, admin, org }: Words, asked: Asked, name: string, email: string) {
  const { ask } = manage
  switch (asked) {
    case 'disable':
      return { title: ask.disable.title(name), text: ask.disable.text, button: admin.disable }
    case 'sign-out':
      return { title: ask.signOut.title(name), text: ask.signOut.text, button: admin.signOutEverywhere }
    case 'reset':
      return { title: ask.reset.title(name), text: ask.reset.text(email), button: org.reset }
    case 'delete':
      return { title: ask.deletePerson.title(name), text: ask.deletePerson.text, button: admin.deletePerson }
    case 'delete-organization':
      return { title: ask.deleteOrganization.title(name), text: ask.deleteOrganization.text, button: org.deleteButton }
  }
}
