import { Hono } from 'hono'
import { imageHeaders, securityHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { parseThemeSheetName, themeSheet } from '../../pages/themes/style-sheet.ts'
import type { PageContext } from '../page-context.ts'

const immutable = 'public, max-age=31536000, immutable'

/** The style sheets and images of themes. Their names are their content, so no cache can show one theme for another. */
export const themeAssetRoutes = ({ deps }: PageContext) =>
  new Hono()
    .get('/assets/theme/:name', (c) => sheet(pathParameter(c, 'name')))
    .get('/assets/brand/:digest', async (c) => {
      const image = await deps.themes.image(pathParameter(c, 'digest'))
      if (!image) throw notFound()
      return new Response(image.bytes, {
        headers: { ...imageHeaders, 'Content-Type': image.type, 'Cache-Control': immutable },
      })
    })

const notFound = () => new HttpError(404, 'there is no such asset')

function sheet(name: string): Response {
  const colors = parseThemeSheetName(name)
  if (!colors) throw notFound()
  return new Response(themeSheet(colors), {
    headers: { ...securityHeaders, 'Content-Type': 'text/css; charset=UTF-8', 'Cache-Control': immutable },
  })
}
