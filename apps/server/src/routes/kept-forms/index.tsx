import { type Context, Hono } from 'hono'
import { type KeptForm, KeptFormGone, openKeptForm, takeKeptForm } from '../../flows/identity/kept-forms.ts'
import { findSignedIn } from '../../flows/identity/signed-in.ts'
import { formField } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { Params } from '../../oidc/params.ts'
import { KeptFormPage } from '../../pages/account/kept-form.tsx'
import type { PageContext } from '../page-context.ts'
import { openTexts } from '../sealed-links.ts'
import { keptFormsPath, pageOfKeptForm } from '../signed-in.ts'
import { keptForms, showForm } from './shown-form.ts'

const path = `${keptFormsPath}/:handle`

/**
 * Shows a form that was kept while its person confirmed that it is them, and sends it on when they say so: to the route that
 * it was for, which checks everything again. `send` runs that route.
 */
export const keptFormRoutes = (
  context: PageContext,
  send: (request: Request, env: unknown) => Response | Promise<Response>,
) =>
  new Hono()
    .get(path, async (c) => {
      const signedIn = await findSignedIn(context.deps, context.visitor(c))
      const handle = pathParameter(c, 'handle')
      const form = await leadBack(context, c, openKeptForm(context.deps, signedIn, context.visitor(c), handle))
      const locale = signedIn?.person.locale
      const frame = context.frame(c, null, locale ? [locale] : [])
      const shown = showForm(form.route, Params.parse(form.body), frame.words)
      if (!shown) throw new KeptFormGone('it may not be kept any more')
      const action = `${context.base}${keptFormsPath}/${handle}`
      const { search } = new URL(c.req.url)
      return page(
        <KeptFormPage
          frame={frame}
          {...shown}
          action={`${action}${search}`}
          discardAction={`${action}/discard${search}`}
        />,
      )
    })
    .post(path, async (c) => send(requestOf(c, await take(context, c)), c.env))
    .post(`${path}/discard`, async (c) => seeOther((await take(context, c)).back))

/** The form; without one, the page that says so leads back to where it was sent from, if the link is one of ours. */
async function leadBack(context: PageContext, c: Context, form: Promise<KeptForm>): Promise<KeptForm> {
  try {
    return await form
  } catch (error) {
    if (error instanceof KeptFormGone) {
      const sealed = formField(queryParams(c.req.raw), 'page')
      error.back = openTexts(context.deps, pageOfKeptForm(pathParameter(c, 'handle')), sealed)?.[0] ?? null
    }
    throw error
  }
}

async function take(context: PageContext, c: Context): Promise<KeptForm> {
  const { deps } = context
  const visitor = context.visitor(c)
  const signedIn = await findSignedIn(deps, visitor)
  const form = await leadBack(context, c, takeKeptForm(deps, signedIn, visitor, pathParameter(c, 'handle')))
  // A version of the server that knows fewer forms may run beside the one that kept it.
  if (!keptForms.has(form.route)) throw new KeptFormGone('it may not be kept any more')
  return form
}

/** The form as its own page would send it now: with the cookies, the origin and the languages of this request. */
function requestOf(c: Context, { path, body }: KeptForm): Request {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'transfer-encoding', 'content-encoding']) headers.delete(name)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  return new Request(new URL(path, c.req.url), { method: 'POST', headers, body })
}
