import { Hono } from 'hono'
import { securityHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { page } from '../../http/responses.ts'
import { HomePage } from '../../pages/home.tsx'
import type { PageContext } from '../page-context.ts'

/** The page at the issuer's own address, and the assets of every page. */
export const homeRoutes = (context: PageContext) =>
  new Hono()
    .get('/', (c) => page(<HomePage frame={context.frame(c)} issuer={context.deps.config.issuer} />))
    .get('/assets/:name', (c) => asset(context, c.req.param('name')))
    // Browsers and phones request these paths on their own.
    .get('/favicon.ico', () => asset(context, 'favicon.ico'))
    .get('/apple-touch-icon.png', () => asset(context, 'apple-touch-icon.png'))

function asset({ assets }: PageContext, name: string): Response {
  const found = assets.find(name)
  if (!found) throw new HttpError(404, 'there is no such asset')
  const caching = found.maxAge === null ? 'public, max-age=31536000, immutable' : `public, max-age=${found.maxAge}`
  return new Response(found.body, {
    headers: { ...securityHeaders, 'Content-Type': found.type, 'Cache-Control': caching },
  })
}
