import { Hono } from 'hono'
import { listQueue } from '../../flows/management/operators.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { Client } from '../../oidc/clients.ts'
import { FactsPage } from '../../pages/console/facts.tsx'
import { paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { openConsole } from './request.tsx'

/** What operators can only read: the configured clients, the signing keys and the queue. */
export const factRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get('/admin/clients', async (c) => {
      const { frame } = await openConsole(context, c, 'applications:read')
      const clients = [...deps.clients.all()]
      const after = queryParams(c.req.raw).get('after')
      const start = clients.findIndex(({ id }) => id === after) + 1
      const { rows, next } = paged(
        clients.slice(start, start + perPage + 1),
        { query: '', after: null },
        `${base}/admin/clients`,
        ({ id }) => id,
      )
      const first = start > 0 ? `${base}/admin/clients` : null
      return page(
        <FactsPage frame={frame} section="applications" rows={rows.map(factsOfClient)} next={next} first={first} />,
      )
    })
    .get('/admin/keys', async (c) => {
      const { frame } = await openConsole(context, c, 'keys:read')
      const text = (value: unknown) => (value instanceof Date ? frame.date(value) : String(value))
      const rows = deps.keys.list().map((key) => {
        const [title, ...facts] = Object.values(key).map(text)
        return { title: title ?? '', facts: [facts.join(' · ')] }
      })
      return page(<FactsPage frame={frame} section="keys" rows={rows} />)
    })
    .get('/admin/queue', async (c) => {
      const { frame } = await openConsole(context, c, 'mail:read')
      const rows = (await listQueue(deps)).map(({ kind, waiting, late, oldest }) => ({
        title: kind,
        facts: [frame.words.admin.waiting(waiting, late), frame.date(oldest)],
      }))
      return page(<FactsPage frame={frame} section="mail" rows={rows} />)
    })
}

/** The configuration of a client, without its secrets. */
const factsOfClient = (client: Client) => ({
  title: `${client.name} (${client.id})`,
  facts: [
    [...client.tokenAuthMethods, ...client.grantTypes, ...client.responseTypes].join(' · '),
    [...client.scopes].join(' '),
    client.redirectUris.join(' '),
  ].filter(Boolean),
})
