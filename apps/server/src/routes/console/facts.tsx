import { Hono } from 'hono'
import { page } from '../../http/responses.ts'
import { FactsPage } from '../../pages/console/facts.tsx'
import type { PageContext } from '../page-context.ts'
import { openConsole } from './request.tsx'

/** What operators can only read: the signing keys. */
export const factRoutes = (context: PageContext) => {
  const { deps } = context
  return new Hono().get('/admin/keys', async (c) => {
    const { frame } = await openConsole(context, c, 'keys:read')
    const text = (value: unknown) => (value instanceof Date ? frame.date(value) : String(value))
    const rows = deps.keys.list().map((key) => {
      const [title, ...facts] = Object.values(key).map(text)
      return { title: title ?? '', facts: [facts.join(' · ')] }
    })
    return page(<FactsPage frame={frame} section="keys" rows={rows} />)
  })
}
