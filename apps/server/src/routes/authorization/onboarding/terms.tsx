import type { Hono } from 'hono'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { acceptTerms } from '../../../flows/authorization/onboarding/terms.ts'
import { formField } from '../../../http/forms.ts'
import { HttpError } from '../../../http/http-error.ts'
import { page } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { TermsPage, TermsTextPage } from '../../../pages/authorization/onboarding/terms.tsx'
import { formStatus, problemTexts } from '../../forms.ts'
import { type PageContext, termsUrl } from '../../page-context.ts'
import { type StepPage, sendDenial, stepPath } from '../interaction-page.ts'
import { stepRoutes } from './step.ts'

/** The step in which the person accepts the terms, and the text of the terms if we have it. */
export const termsRoutes = (context: PageContext): Hono => {
  let rendered: { text: string; html: Promise<string> } | undefined
  return stepRoutes(context, { path: '/onboarding/:handle/terms', step: 'accept-terms', show, submit }).get(
    '/terms',
    async (c) => {
      const { deps } = context
      const terms = await deps.terms.load()
      if (!terms || terms.text === null) throw new HttpError(404, 'there are no terms here')
      const { text } = terms
      // Parsed once. Who writes terms in the console can't change the files of the server: their Markdown is a stranger's.
      if (rendered?.text !== text)
        rendered = { text, html: deps.config.terms ? htmlOfTerms(text) : context.untrustedHtml(text) }
      return page(<TermsTextPage frame={context.frame(c)} version={terms.version} html={await rendered.html} />)
    },
  )
}

/** The parser of Markdown is imported at the first request. */
const htmlOfTerms = async (text: string): Promise<string> => (await import('../../../pages/markdown.ts')).htmlOf(text)

async function show(current: StepPage, problems?: Problems): Promise<Response> {
  const { context, frame } = current
  const { deps, base } = context
  const props = {
    action: stepPath(current),
    version: (await deps.terms.load())?.version ?? '',
    url: termsUrl(deps, base) ?? '',
    problem: problemTexts(frame, problems).accept_terms,
  }
  return page(<TermsPage frame={frame} {...props} />, { ...formStatus(problems), script: true })
}

async function submit(current: StepPage, params: Params): Promise<Result | Response> {
  const { deps } = current.context
  if (params.get('decision') === 'decline') {
    deps.log.info({ user: current.person.id, version: formField(params, 'version') }, 'terms declined')
    return sendDenial(current, 'the person declined the terms')
  }
  const accepted = formField(params, 'accept_terms') !== ''
  return acceptTerms(deps, current, accepted, formField(params, 'version'), current.visitor.network)
}
