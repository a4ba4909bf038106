import { type Context, Hono } from 'hono'
import { findPreviewOrganization, previewClients } from '../../flows/management/preview.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { rawQuery } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { isAcr } from '../../oidc/acr.ts'
import { PreviewFormPage, type PreviewFormValues, PreviewResultPage } from '../../pages/console/preview.tsx'
import { formStatus } from '../forms.ts'
import { answeredByOldestWorker } from '../oldest-worker.ts'
import type { PageContext } from '../page-context.ts'
import type { Preview, PreviewResult } from '../previews.ts'
import { type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from './request.ts'

const nothingChosen: PreviewFormValues = { client: '', organization: '', language: '', acr: '' }

/**
 * A test sign-in for a chosen client. Its pages are those of a server of its own (preview/preview-server.ts), which the
 * operator reaches below `/admin/preview/run`, and nobody else.
 */
export const previewRoutes = (context: PageContext) => {
  const { previews, base } = context
  const oldestWorker = answeredByOldestWorker(context.deps)
  const run = async (c: Context): Promise<Response> => {
    const { actor } = await openConsole(context, c, 'preview:use')
    const preview = previews.find(actor.id)
    return preview ? preview.handle(c.req.raw, c.env) : seeOther(`${base}/admin/preview?done=gone`)
  }
  return new Hono()
    .get('/admin/preview', oldestWorker, async (c) => {
      const request = await openConsole(context, c, 'preview:use')
      const words = request.frame.words.console.preview
      const said = new Map([
        ['ended', words.ended],
        ['gone', words.gone],
        ['busy', words.busy],
      ])
      return formPage(context, request, { notice: said.get(noticeOf(c).done) ?? null })
    })
    .post('/admin/preview', oldestWorker, async (c) => {
      const params = await formParams(c.req.raw)
      const action = params.get('action')
      if (action === 'end' || action === 'passkey') return continuePreview(context, c, action)
      const request = await openConsoleToAct(context, c, 'preview:use')
      return startPreview(context, request, {
        client: formField(params, 'client'),
        organization: formField(params, 'organization').trim(),
        language: formField(params, 'language'),
        acr: formField(params, 'acr'),
      })
    })
    .get('/admin/preview/result', oldestWorker, async (c) => {
      const { actor, frame } = await openConsole(context, c, 'preview:use')
      const preview = previews.find(actor.id)
      const response = new URLSearchParams(rawQuery(c.req.raw.url))
      if (preview && response.size > 0) {
        await preview.complete(response)
        return seeOther(preview.currentPath)
      }
      if (!preview?.result) return seeOther(`${base}/admin/preview?done=gone`)
      return page(
        <PreviewResultPage
          frame={frame}
          name={preview.choice.client.name}
          steps={preview.steps}
          parts={partsOf(preview.result)}
        />,
      )
    })
    .get('/admin/preview/run/*', oldestWorker, run)
    .post('/admin/preview/run/*', oldestWorker, run)
}

const partsOf = (result: PreviewResult) =>
  result.kind === 'error'
    ? [{ part: 'error', members: result.members } as const]
    : [
        { part: 'idToken', members: result.idToken } as const,
        { part: 'accessToken', members: result.accessToken } as const,
        { part: 'userinfo', members: result.userinfo } as const,
        { part: 'response', members: result.response } as const,
      ]

/** Ending a preview, and going on in it, change nothing outside it: neither asks for a recent sign-in. */
async function continuePreview(context: PageContext, c: Context, action: 'end' | 'passkey'): Promise<Response> {
  const { previews, base } = context
  const { actor } = await openConsole(context, c, 'preview:use')
  const preview = previews.find(actor.id)
  if (action === 'passkey' && preview) {
    await preview.pretendPasskey()
    return seeOther(preview.currentPath)
  }
  await previews.end(actor.id)
  return seeOther(`${base}/admin/preview?done=ended`)
}

async function startPreview(
  context: PageContext,
  request: ConsoleRequest,
  values: PreviewFormValues,
): Promise<Response> {
  const { deps, previews, base } = context
  const client = previewClients(deps).find(({ id }) => id === values.client)
  if (!client) throw new HttpError(400, 'there is no such application')
  const organization = values.organization ? await findPreviewOrganization(deps, values.organization) : null
  if (values.organization && !organization)
    return formPage(context, request, { values, problem: request.frame.words.console.preview.noOrganization })
  const preview = await previews.start(request.actor.id, {
    client,
    organization,
    language: deps.languages.tags.includes(values.language) ? values.language : null,
    acr: isAcr(values.acr) ? values.acr : null,
  })
  return seeOther(preview?.startPath ?? `${base}/admin/preview?done=busy`)
}

function formPage(
  { deps, previews }: PageContext,
  { actor, frame }: ConsoleRequest,
  {
    values = nothingChosen,
    problem,
    notice = null,
  }: { values?: PreviewFormValues; problem?: string; notice?: string | null },
): Promise<Response> {
  const preview = previews.find(actor.id)
  return page(
    <PreviewFormPage
      frame={frame}
      clients={previewClients(deps)}
      languages={deps.languages.tags}
      values={values}
      problem={problem}
      notice={notice}
      open={preview && openPreview(preview)}
    />,
    formStatus(problem),
  )
}

const openPreview = ({ choice, expiresAt, currentPath }: Preview) => ({
  name: choice.client.name,
  until: expiresAt,
  address: currentPath,
})
