import { Hono } from 'hono'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { settableParts } from '../../flows/themes/theme-access.ts'
import { saveThemeDraft } from '../../flows/themes/theme-drafts.ts'
import { formField, formParams } from '../../http/forms.ts'
import { seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import type { PageContext } from '../page-context.ts'
import { askToPublish, runThemeAction } from './acts.ts'
import { showEditor } from './editor-page.tsx'
import { imageRoutes } from './images.ts'
import type { ThemePlace, ThemeRequest } from './place.ts'
import { previewRoutes } from './preview.tsx'
import { textRoutes } from './texts.tsx'
import { inputOf, revisionOf } from './theme-fields.ts'

/** The pages on which a theme is edited, previewed and published, at one of its places. */
export const themeRoutes = (context: PageContext, place: ThemePlace) =>
  new Hono()
    .get(place.path, async (c) => showEditor(context, await place.open(c)))
    .post(place.path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await place.open(c, params)
      const action = params.get('action')
      if (action === 'confirm') return seeOther(request.address)
      if (action === 'save' || action === 'save-and-publish') return save(context, request, params)
      return runThemeAction(context, request, params)
    })
    .route('/', imageRoutes(context, place))
    .route('/', textRoutes(context, place))
    .route('/', previewRoutes(context, place))

async function save(context: PageContext, request: ThemeRequest, params: Params): Promise<Response> {
  const { actor, key, address } = request
  try {
    const input = inputOf(params, settableParts(context.deps, actor, key))
    await saveThemeDraft(context.deps, actor, key, input, revisionOf(formField(params, 'revision')))
  } catch (error) {
    if (!(error instanceof OperationRefused && error.problem)) throw error
    return showEditor(context, request, { error, params })
  }
  if (params.get('action') === 'save-and-publish') return askToPublish(context, request)
  return seeOther(`${address}?done=saved`)
}
