import { Hono } from 'hono'
import { openPicture } from '../../flows/account/profile.ts'
import { imageHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { picturePath } from '../../oidc/claims.ts'
import type { PageContext } from '../page-context.ts'

/**
 * The pictures that people uploaded. What an address shows never changes, but it ends with the picture: a cache may hold
 * one for a day without asking, and then gets the 404.
 */
export const pictureRoutes = ({ deps }: PageContext) =>
  new Hono().get(picturePath(':id'), async (c) => {
    const id = pathParameter(c, 'id')
    const picture = await openPicture(deps, id)
    if (!picture) throw new HttpError(404, 'there is no such picture')
    const etag = `"${id}"`
    const headers = { ...imageHeaders, 'Cache-Control': 'public, max-age=86400, immutable', ETag: etag }
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(picture.bytes, { headers: { ...headers, 'Content-Type': picture.mime } })
  })
