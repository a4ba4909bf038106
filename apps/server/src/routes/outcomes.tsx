import type { Context } from 'hono'
import type { Outcome } from '../flows/authorization/outcomes.ts'
import { clearCookie, setCookie } from '../http/cookies.ts'
import { page, seeOther } from '../http/responses.ts'
import { responseLocation } from '../oidc/authorization-response.ts'
import { FormPostPage } from '../pages/authorization/form-post.tsx'
import { type PageContext, pathOfStep } from './page-context.ts'

/** Redirects to the client, by its response mode, or to the page of the next step. */
export async function sendOutcome(
  context: PageContext,
  c: Context,
  outcome: Outcome,
  cookies: readonly string[] = [],
): Promise<Response> {
  if (outcome.kind === 'step') {
    const flow = outcome.flowCookie ? [setCookie(context.deps.config, 'flow', outcome.flowCookie)] : []
    return seeOther(pathOfStep(context.base, outcome.handle, outcome.step), [...flow, ...cookies])
  }
  if (outcome.kind === 'home') return seeOther(outcome.path, cookies)
  const all = outcome.endsImpersonation ? [...cookies, clearCookie(context.deps.config, 'impersonation')] : cookies
  if (outcome.to.mode === 'form_post') {
    return page(<FormPostPage frame={context.frame(c)} action={outcome.to.redirectUri} members={outcome.members} />, {
      script: true,
      cookies: all,
    })
  }
  return seeOther(responseLocation(outcome.to, outcome.members), all)
}
