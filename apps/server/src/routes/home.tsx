import { Hono } from 'hono'
import { HttpError } from '../http/forms.ts'
import { securityHeaders } from '../http/headers.ts'
import { page } from '../http/responses.ts'
import { HomePage } from '../pages/home.tsx'
import { errorAsPage } from './answers.tsx'
import type { Surroundings } from './surroundings.ts'

/** The front door and what hangs on its walls. */
export const homeRoutes = (around: Surroundings) =>
  new Hono()
    .get('/', (c) => page(<HomePage frame={around.frame(c)} issuer={around.deps.config.issuer} />))
    .get('/assets/:name', (c) => asset(around, c.req.param('name')))
    // Browsers and phones ask for these by themselves.
    .get('/favicon.ico', () => asset(around, 'favicon.ico'))
    .get('/apple-touch-icon.png', () => asset(around, 'apple-touch-icon.png'))
    .onError((error, c) => errorAsPage(around, error, c))

function asset({ assets }: Surroundings, name: string): Response {
  const found = assets.find(name)
  if (!found) throw new HttpError(404, 'there is no such asset')
  const caching = found.maxAge === null ? 'public, max-age=31536000, immutable' : `public, max-age=${found.maxAge}`
  return new Response(found.body, {
    headers: { ...securityHeaders, 'Content-Type': found.type, 'Cache-Control': caching },
  })
}
