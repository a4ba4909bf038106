import { Hono } from 'hono'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { formParams } from '../../../http/forms.ts'
import type { Step } from '../../../oidc/next-step.ts'
import type { Params } from '../../../oidc/params.ts'
import type { PageContext } from '../../page-context.ts'
import { isAtStep, openInteractionPage, redirectToStep, type StepPage, sendNextStep } from '../interaction-page.ts'

interface OnboardingStep<Kind extends Step['kind']> {
  path: string
  step: Kind
  /** Shows the page; after a form, with its problems and what was typed. */
  show(current: StepPage<Kind>, problems?: Problems, params?: Params): Promise<Response>
  submit(current: StepPage<Kind>, params: Params): Promise<Result | Response>
}

/** The page and the form of a step, both available only while it is open. */
export const stepRoutes = <Kind extends Step['kind']>(
  context: PageContext,
  { path, step, show, submit }: OnboardingStep<Kind>,
) =>
  new Hono()
    .get(path, async (c) => {
      const current = await openInteractionPage(context, c)
      return isAtStep(current, step) ? show(current) : redirectToStep(current)
    })
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const current = await openInteractionPage(context, c)
      if (!isAtStep(current, step)) return redirectToStep(current)
      const result = await submit(current, params)
      if (result instanceof Response) return result
      return result.ok ? sendNextStep(current) : show(current, result.problems, params)
    })
