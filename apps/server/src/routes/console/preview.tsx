import { type Context, Hono } from 'hono'
import {
  beginPreview,
  clientsWithSignIn,
  completePreview,
  type PreviewRequest,
  type PreviewResult,
  stepsOfNewPerson,
} from '../../flows/management/preview.ts'
import { previewScopes } from '../../flows/platform/clients/first-party-client.ts'
import { loadAppearance } from '../../flows/platform/themes/appearance.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import { PreviewFormPage, type PreviewProblems, PreviewResultPage } from '../../pages/console/preview.tsx'
import { samplePages, titleOfSample } from '../../pages/sample-pages.tsx'
import { formStatus } from '../forms.ts'
import { sendOutcome } from '../outcomes.tsx'
import type { PageContext } from '../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsole } from './request.ts'

const firstRequest: PreviewRequest = {
  scope: previewScopes.join(' '),
  prompt: '',
  acr: '',
  organization: '',
  claims: '',
  ui_locales: '',
}

/** A sign-in of the operator that shows what an application gets, and the pages that somebody new sees. */
export const previewRoutes = (context: PageContext) => {
  const { base } = context
  return (
    new Hono()
      .get('/admin/preview', async (c) => {
        const request = await openConsole(context, c, 'preview:use')
        const { gone } = request.frame.words.console.preview
        return formPage(context, request, firstRequest, { notice: noticeOf(c).done === 'gone' ? gone : null })
      })
      .post('/admin/preview', async (c) => {
        const params = await formParams(c.req.raw)
        return begin(context, c, await openConsole(context, c, 'preview:use'), requestOf(params))
      })
      .post('/admin/preview/result', async (c) => {
        const params = await formParams(c.req.raw)
        const { signedIn, frame } = await openConsole(context, c, 'preview:use')
        const result = await completePreview(context.deps, signedIn, params)
        if (!result) return seeOther(`${base}/admin/preview?done=gone`)
        return page(<PreviewResultPage frame={frame} parts={partsOf(result)} />)
      })
      // Where a sign-in leads back to that the response had to wait for.
      .get('/admin/preview/result', async (c) => {
        await openConsole(context, c, 'preview:use')
        return seeOther(`${base}/admin/preview?done=gone`)
      })
      .get('/admin/preview/pages/:page', async (c) => {
        await openConsole(context, c, 'preview:use')
        return samplePage(context, c)
      })
      .post('/admin/preview/pages/:page', async (c) => {
        await openConsole(context, c, 'preview:use')
        return seeOther(`${c.req.path}${new URL(c.req.url).search}`)
      })
  )
}

const requestOf = (params: Params): PreviewRequest => ({
  scope: ['openid', ...params.all('scope').filter((name) => name !== 'openid')].join(' '),
  prompt: formField(params, 'prompt'),
  acr: formField(params, 'acr'),
  organization: formField(params, 'organization').trim(),
  claims: formField(params, 'claims').trim(),
  ui_locales: formField(params, 'ui_locales'),
})

async function begin(context: PageContext, c: Context, request: ConsoleRequest, wanted: PreviewRequest) {
  try {
    return await sendOutcome(context, c, await beginPreview(context.deps, request.signedIn, context.visitor(c), wanted))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const field = error.code === 'access_denied' ? 'organization' : 'claims'
    return formPage(context, request, wanted, { problems: { [field]: error.description } })
  }
}

const formPage = (
  { deps }: PageContext,
  { frame }: ConsoleRequest,
  wanted: PreviewRequest,
  { problems, notice = null }: { problems?: PreviewProblems; notice?: string | null },
): Promise<Response> =>
  page(
    <PreviewFormPage
      frame={frame}
      scopes={previewScopes}
      languages={deps.languages.choices}
      clients={clientsWithSignIn(deps)}
      wanted={wanted}
      problems={problems ?? {}}
      notice={notice}
    />,
    formStatus(problems),
  )

const partsOf = (result: PreviewResult) =>
  result.kind === 'error'
    ? [{ part: 'error', members: result.error } as const]
    : [
        { part: 'userinfo', members: result.userinfo } as const,
        { part: 'idToken', members: result.idToken } as const,
        { part: 'accessToken', members: result.accessToken } as const,
      ]

/** A page that somebody new sees on the way to an application, with sample data in it. */
async function samplePage(context: PageContext, c: Context): Promise<Response> {
  const { deps, base } = context
  const query = queryParams(c.req.raw)
  const client = clientsWithSignIn(deps).find(({ id }) => id === query.get('client'))
  const steps = client ? stepsOfNewPerson(deps, client) : []
  const name = steps.find((step) => step === pathParameter(c, 'page'))
  if (!client || !name) throw new HttpError(404, 'there is no such page')
  const language = query.get('language')
  const frame = context.frame(c, client, language ? [language] : [], await loadAppearance(deps, { client }))
  const href = (step: string) =>
    `${base}/admin/preview/pages/${step}?${new URLSearchParams({ client: client.id, ...(language ? { language } : {}) })}`
  const pages = steps.map((step) => ({
    title: titleOfSample(frame.words, step, client.name),
    href: href(step),
    current: step === name,
  }))
  return page(
    samplePages[name]({
      frame: { ...frame, sample: { back: `${base}/admin/preview`, pages } },
      action: `${href(name)}#`,
      application: client.name,
      organization: 'Analytical Engines',
      scope: [...client.scopes],
      termsVersion: deps.config.terms?.version ?? '',
    }),
  )
}
