import { Hono } from 'hono'
import { json } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'

/**
 * `live`: the process answers. `ready`: the database can be read and written, the signing keys are loaded, and every worker
 * has begun to listen. A worker that is replaced later does not make the others unready: they answer in its place.
 */
export const healthRoutes = ({ deps }: PageContext) =>
  new Hono()
    .get('/health/live', () => json({ status: 'ok' }))
    .get('/health/ready', async () => {
      const count = deps.workers?.count()
      const workers = count && { workers: { wanted: count.wanted, listening: count.listening } }
      if ((await deps.health.serves()) && deps.keys.signer('ES256') && count?.complete !== false)
        return json({ status: 'ok', ...workers })
      return json({ status: 'unavailable', ...workers }, 503, { 'Retry-After': '2' })
    })
