import { Hono } from 'hono'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { maxImageSize } from '../../flows/platform/themes/images.ts'
import type { ImageName } from '../../flows/platform/themes/values.ts'
import { saveThemeImage } from '../../flows/themes/theme-drafts.ts'
import { uploadOf } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { seeOther } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'
import { showEditor } from './editor-page.tsx'
import type { ThemePlace } from './place.ts'
import { revisionOf } from './theme-fields.ts'

/** The images of a theme, by the value of `name` in forms and paths. */
export const imageNameOf: ReadonlyMap<string, ImageName> = new Map([
  ['logo', 'logo'],
  ['logo_dark', 'logoDark'],
  ['icon', 'icon'],
])

/** Uploads an image into the draft, or removes one. */
export const imageRoutes = (context: PageContext, place: ThemePlace) =>
  new Hono().post(`${place.path}/images`, async (c) => {
    const upload = await uploadOf(c.req.raw, maxImageSize + 1024)
    const request = await place.open(c, 'file')
    const { actor, key, address } = request
    const name = imageNameOf.get(upload.field('name'))
    if (!name) throw new HttpError(400, 'the image is not known')
    const removes = upload.field('action') === 'remove'
    try {
      const bytes = removes ? null : await upload.file('image')
      if (!removes && !bytes) throw new OperationRefused('invalid', 'image', 'invalid-image')
      await saveThemeImage(context.deps, actor, key, { name, bytes }, revisionOf(upload.field('revision')))
    } catch (error) {
      if (!(error instanceof OperationRefused && error.problem)) throw error
      return showEditor(context, request, { error })
    }
    return seeOther(`${address}?done=${removes ? 'imageRemoved' : 'image'}`)
  })
