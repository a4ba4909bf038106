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
    .get('/assets/:name', (c) => {
      const asset = around.assets.files.get(c.req.param('name'))
      if (!asset) throw new HttpError(404, 'there is no such asset')
      const immutable = c.req.param('name') === around.assets.styleName
      const headers = {
        ...securityHeaders,
        'Content-Type': asset.type,
        'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      }
      return new Response(asset.body, { headers })
    })
    .onError((error, c) => errorAsPage(around, error, c))
