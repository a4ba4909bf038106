import { Hono } from 'hono'
import {
  discardServerTermsDraft,
  getServerTermsVersion,
  publishServerTerms,
  type ServerTermsView,
  saveServerTermsDraft,
  viewServerTerms,
  withdrawServerTerms,
} from '../../flows/management/server/terms-versions.ts'
import { maxTermsLength } from '../../flows/organizations/terms/terms-publishing.ts'
import { formField, formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import { ServerTermsPage, ServerTermsVersionPage } from '../../pages/console/terms.tsx'
import { ask } from '../../pages/question.tsx'
import { actsOf, answerOr, noticeAt, type RefusedForm, runAct } from '../acts.tsx'
import { problemText } from '../forms.ts'
import { dayOf, maxTermsBody, readDay } from '../organizations/terms.tsx'
import { type PageContext, termsUrl } from '../page-context.ts'
import { revisionOf } from '../themes/theme-fields.ts'
import { type ConsoleForm, type ConsoleRequest, openConsole, openConsoleToAct } from './request.ts'

const path = '/admin/terms'

/** The terms of the server, which the environment or the console has. */
export const termsRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openConsole(context, c, 'terms:read')
      const version = queryParams(c.req.raw).get('version')
      return version ? showVersion(request, version) : show(request)
    })
    .post(path, async (c) => {
      const params = await formParams(c.req.raw, maxTermsBody)
      const value = (name: string) => formField(params, name)
      const form = { ...(await openConsoleToAct(context, c, 'terms:write', { form: params })), params, value }
      return answerOr(runAct(acts, form, `${form.base}${path}`, ['revision']), (refused) =>
        show(form, { form, refused }),
      )
    })

async function show(request: ConsoleRequest, typed?: { form: ConsoleForm; refused: RefusedForm }): Promise<Response> {
  const { deps, base, actor, frame, may, context } = request
  const view = await viewServerTerms(deps, actor)
  const { draft, inForce, ofEnvironment } = view
  const value = typed?.form.value
  return page(
    <ServerTermsPage
      frame={frame}
      address={`${base}${path}`}
      current={inForce?.version ?? null}
      variables={ofEnvironment ? `TERMS_VERSION, ${inForce?.url ? 'TERMS_URL' : 'TERMS_FILE'}` : ''}
      textUrl={termsUrl(deps, base)}
      asked={isAsked(request)}
      mayChange={may('terms:write')}
      revision={value?.('revision') || String(view.revision)}
      form={
        value
          ? { version: value('version'), text: value('text'), graceUntil: value('grace_until') }
          : {
              version: draft?.version ?? nextVersion(view, deps.now()),
              text: draft?.text ?? inForce?.text ?? '',
              graceUntil: dayOf(draft?.graceUntil ?? null),
            }
      }
      hasDraft={draft !== null}
      preview={draft && { html: await context.untrustedHtml(draft.text), graceUntil: draft.graceUntil }}
      problems={typed ? { [typed.refused.field ?? '']: problemText(frame, typed.refused.problem) } : {}}
      maxLength={maxTermsLength}
      versions={view.versions}
    />,
    { status: typed ? 422 : 200 },
  )
}

/** The day, unless a version has its name. */
function nextVersion({ versions }: ServerTermsView, now: Date): string {
  const names = new Set(versions.map(({ version }) => version))
  const day = dayOf(now)
  return names.has(day) ? `${day}-${versions.filter(({ version }) => version.startsWith(day)).length + 1}` : day
}

const isAsked = ({ deps: { clients, config } }: ConsoleRequest): boolean =>
  [...clients.all()].some((client) => (client.onboarding ?? config.onboarding).includes('terms'))

async function showVersion({ deps, actor, frame, context }: ConsoleRequest, version: string): Promise<Response> {
  const terms = await getServerTermsVersion(deps, actor, version)
  return page(
    <ServerTermsVersionPage
      frame={frame}
      terms={terms}
      inForce={deps.terms.held()?.version === version}
      html={terms.text === null ? null : await context.untrustedHtml(terms.text)}
    />,
  )
}

const revision = ({ value }: ConsoleForm): number => revisionOf(value('revision'))

const acts = actsOf<ConsoleForm>({
  // They have confirmed that it is them before they write: a text may be too long to be kept while they do.
  confirm: { run: async ({ base }) => `${base}${path}` },
  save: {
    async run(form) {
      const { deps, actor, value } = form
      const draft = { version: value('version').trim(), text: value('text'), graceUntil: readDay(value('grace_until')) }
      await saveServerTermsDraft(deps, actor, draft, revision(form))
      return noticeAt(form, path, ['terms-drafted'])
    },
  },
  publish: {
    question: ({ org, console }, { deps }) => ({
      title: org.terms.publishTitle({ organization: deps.config.brand.name }),
      text: console.terms.publishText,
      button: console.themes.publish,
      look: 'primary',
    }),
    async run(form) {
      const version = await publishServerTerms(form.deps, form.actor, revision(form))
      return noticeAt(form, path, ['server-terms-published', version])
    },
  },
  discard: {
    question: ({ console: { themes } }, { deps }) =>
      ask(themes.discardTitle({ owner: deps.config.brand.name }), themes.discardText, themes.discard),
    async run(form) {
      await discardServerTermsDraft(form.deps, form.actor, revision(form))
      return noticeAt(form, path, ['terms-discarded'])
    },
  },
  withdraw: {
    question: ({ org }, { deps }) =>
      ask(
        org.terms.withdrawTitle({ organization: deps.config.brand.name }),
        org.terms.withdrawText,
        org.terms.withdraw,
      ),
    async run(form) {
      await withdrawServerTerms(form.deps, form.actor, revision(form))
      return noticeAt(form, path, ['terms-withdrawn', form.deps.config.brand.name])
    },
  },
})
