import { type Context, Hono } from 'hono'
import { listEvents } from '../flows/audit.ts'
import {
  countSessionsOfPerson,
  type DirectoryUser,
  disablePerson,
  getPerson,
  listAll,
  listPeople,
  removePerson,
  signOutPerson,
} from '../flows/directory.ts'
import { membershipsOfPerson, operator, queueOf, resetByOperator } from '../flows/operators.ts'
import { deleteOrganization, Refused, restoreOrganization } from '../flows/organizations.ts'
import { recoveryOf, shortenByOperator } from '../flows/passkey-recovery.ts'
import { formParams, rawQuery } from '../http/forms.ts'
import { page, seeOther } from '../http/responses.ts'
import { Params } from '../oidc/params.ts'
import { AdminAuditPage, AdminOrganizationsPage, FactsPage, PeoplePage, PersonPage } from '../pages/admin.tsx'
import { accountFrame } from './account-frame.ts'
import { errorAsPage } from './answers.tsx'
import { requireHere, SignInFirst } from './signed-in.ts'
import { requireOwnOrigin, type Surroundings } from './surroundings.ts'

const perPage = 50

/** The operators' pages: only with a fresh sign-in, and a passkey where the operator has one. For others they are not there. */
export const adminRoutes = (around: Surroundings) => {
  const { deps, base } = around
  const enter = async (c: Context) => {
    const back = c.req.path.slice(base.length).replace(/[^\w/-]/g, '')
    const here = await requireHere(around, c, { back })
    const { actor, passkey } = await operator(deps, here, around.visitor(c).network)
    const path = `${base}${back}`
    if (passkey) throw new SignInFirst({ path, again: false, person: here.person, acr: 'phr' })
    if (!here.recent) throw new SignInFirst({ path, again: true, person: here.person })
    return { here, actor, frame: accountFrame(around, c, here) }
  }
  const query = (c: Context) => Params.parse(rawQuery(c.req.raw.url))
  const nextOf = <T extends { id: string }>(path: string, rows: readonly T[], asked: string) => {
    const last = rows[perPage - 1]
    return rows.length > perPage && last
      ? `${base}${path}?${new URLSearchParams({ query: asked, after: last.id })}`
      : null
  }
  const nameOf = (one: DirectoryUser) => [one.givenName, one.familyName].filter(Boolean).join(' ')

  const personPage = async (c: Context, problem?: string) => {
    const { actor, frame } = await enter(c)
    const id = c.req.param('user') ?? ''
    const person = await getPerson(deps, actor, id)
    const props = {
      person: {
        id,
        name: nameOf(person),
        addresses: person.emails.map(({ address }) => address),
        disabled: person.disabledAt !== null,
        createdAt: person.createdAt,
      },
      memberships: await membershipsOfPerson(deps, id),
      sessions: await countSessionsOfPerson(deps, actor, id),
      recovery: await recoveryOf(deps, id),
      problem: problem && (frame.frame.words.problems[problem] ?? problem),
    }
    return page(<PersonPage around={frame} {...props} />, { status: problem ? 422 : 200 })
  }

  return new Hono()
    .get('/admin', async (c) => {
      const { actor, frame } = await enter(c)
      const asked = query(c).get('query') ?? ''
      const rows = await listPeople(deps, actor, {
        after: query(c).get('after') ?? null,
        most: perPage + 1,
        query: asked || undefined,
      })
      const people = rows.slice(0, perPage).map((one) => ({
        id: one.id,
        name: nameOf(one),
        email: one.emails.find(({ isPrimary }) => isPrimary)?.address ?? '',
        disabled: one.disabledAt !== null,
      }))
      return page(<PeoplePage around={frame} query={asked} people={people} next={nextOf('/admin', rows, asked)} />)
    })
    .get('/admin/users/:user', (c) => personPage(c))
    .post('/admin/users/:user', async (c) => {
      requireOwnOrigin(around, c)
      const params = await formParams(c.req.raw)
      const { actor } = await enter(c)
      const id = c.req.param('user')
      const action = params.get('action')
      try {
        if (action === 'disable' || action === 'enable') await disablePerson(deps, actor, id, action === 'disable')
        else if (action === 'sign-out') await signOutPerson(deps, actor, id)
        else if (action === 'reset') await resetByOperator(deps, actor, id, params.get('email') ?? '')
        else if (action === 'shorten-recovery') await shortenByOperator(deps, actor, id)
        else if (action === 'delete' && params.get('confirm') === 'yes') {
          await removePerson(deps, actor, id)
          return seeOther(`${base}/admin?done=1`)
        }
      } catch (error) {
        if (error instanceof Refused && error.problem) return personPage(c, error.problem)
        throw error
      }
      return seeOther(`${base}/admin/users/${encodeURIComponent(id)}?done=1`)
    })
    .get('/admin/organizations', async (c) => {
      const { actor, frame } = await enter(c)
      const asked = query(c).get('query') ?? ''
      const rows = await listAll(deps, actor, {
        after: query(c).get('after') ?? null,
        most: perPage + 1,
        query: asked || undefined,
      })
      const next = nextOf('/admin/organizations', rows, asked)
      return page(
        <AdminOrganizationsPage around={frame} query={asked} organizations={rows.slice(0, perPage)} next={next} />,
      )
    })
    .post('/admin/organizations', async (c) => {
      requireOwnOrigin(around, c)
      const params = await formParams(c.req.raw)
      const { actor } = await enter(c)
      const id = params.get('organization') ?? ''
      if (params.get('action') === 'delete') await deleteOrganization(deps, actor, id)
      if (params.get('action') === 'restore') await restoreOrganization(deps, actor, id)
      return seeOther(`${base}/admin/organizations?done=1`)
    })
    .get('/admin/clients', async (c) => {
      const { frame } = await enter(c)
      // As configured, without anything that is secret.
      const rows = [...deps.config.clients.values()].map((client) => ({
        title: `${client.name} (${client.id})`,
        facts: [
          [...client.tokenAuthMethods, ...client.grantTypes, ...client.responseTypes].join(' · '),
          [...client.scopes].join(' '),
          client.redirectUris.join(' '),
        ].filter(Boolean),
      }))
      return page(<FactsPage around={frame} tab="clients" rows={rows} />)
    })
    .get('/admin/keys', async (c) => {
      const { frame } = await enter(c)
      const shown = (value: unknown) => (value instanceof Date ? frame.date(value) : String(value))
      const rows = deps.keys.list().map((key) => {
        const [title, ...facts] = Object.values(key).map(shown)
        return { title: title ?? '', facts: [facts.join(' · ')] }
      })
      return page(<FactsPage around={frame} tab="keys" rows={rows} />)
    })
    .get('/admin/queue', async (c) => {
      const { frame } = await enter(c)
      const { admin } = frame.frame.words
      const rows = (await queueOf(deps)).map((one) => ({
        title: one.kind,
        facts: [admin.waiting(one.waiting, one.late), frame.date(one.oldest)],
      }))
      return page(<FactsPage around={frame} tab="queue" rows={rows} />)
    })
    .get('/admin/audit', async (c) => {
      const { frame } = await enter(c)
      const before = query(c).get('before') ?? null
      const { events, next } = await listEvents(deps, { organizationId: null, before, most: perPage })
      const shown = events.map((event) => ({
        ...event,
        actor: `${event.actorKind} ${event.actorId ?? ''}`.trim(),
        target: `${event.targetKind ?? ''} ${event.targetId ?? ''}`.trim(),
      }))
      return page(<AdminAuditPage around={frame} events={shown} older={next && `${base}/admin/audit?before=${next}`} />)
    })
    .onError((error, c) => errorAsPage(around, error, c))
}
