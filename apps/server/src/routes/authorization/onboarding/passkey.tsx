import { answerOffer, newPasskeyOptions } from '../../../flows/account/passkeys.ts'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { formField } from '../../../http/forms.ts'
import { json, page } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { OfferPasskeyPage } from '../../../pages/authorization/onboarding/passkey.tsx'
import { formStatus, problemTexts } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { passkeyMade } from '../device-cookie.ts'
import { isAtStep, openInteractionPage, type StepPage, sendNextStep, stepPath } from '../interaction-page.ts'
import { stepRoutes } from './step.ts'

/** The step that offers to create a passkey. */
export const passkeyOfferRoutes = (context: PageContext) =>
  stepRoutes(context, { path: '/onboarding/:handle/passkey', step: 'offer-passkey', show, submit }).post(
    '/onboarding/:handle/passkey/options',
    async (c) => {
      const current = await openInteractionPage(context, c)
      if (!isAtStep(current, 'offer-passkey')) return json({ error: 'access_denied' }, 403)
      const result = await newPasskeyOptions(context.deps, current)
      return result.ok ? json(result.options) : json({ error: result.problem }, 403)
    },
  )

async function show(current: StepPage, problems?: Problems): Promise<Response> {
  const action = stepPath(current)
  const problem = problemTexts(current.frame, problems).passkey
  return page(
    <OfferPasskeyPage
      frame={current.frame}
      place={{ options: `${action}/options`, action, problem }}
      action={action}
    />,
    { ...formStatus(problems), script: true },
  )
}

async function submit(current: StepPage, params: Params): Promise<Result | Response> {
  const credential = params.get('decision') === 'later' ? null : formField(params, 'credential')
  const answered = await answerOffer(current.context.deps, current, credential, current.visitor)
  if (!answered.ok) return { ok: false, problems: { passkey: answered.problem } }
  return sendNextStep(current, { cookies: answered.made ? passkeyMade(current.context, current.c) : [] })
}
