import { Hono } from 'hono'
import { json } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'

/** `live`: the process answers. `ready`: the database can be read and written, and the signing keys are loaded. */
export const healthRoutes = ({ deps }: PageContext) =>
  new Hono()
    .get('/health/live', () => json({ status: 'ok' }))
    .get('/health/ready', async () => {
      if ((await deps.health.serves()) && deps.keys.signer('ES256')) return json({ status: 'ok' })
      return json({ status: 'unavailable' }, 503, { 'Retry-After': '2' })
    })
