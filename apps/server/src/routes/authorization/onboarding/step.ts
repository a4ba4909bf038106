import { Hono } from 'hono'
import type { Problems, Result } from '../../../flows/authorization/onboarding/result.ts'
import { formParams } from '../../../http/forms.ts'
import type { Step } from '../../../oidc/next-step.ts'
import type { Params } from '../../../oidc/params.ts'
import type { PageContext } from '../../page-context.ts'
import {
  framed,
  type InteractionPage,
  isAtStep,
  openInteractionPage,
  redirectToStep,
  type StepPage,
  sendNextStep,
} from '../interaction-page.ts'
import { mayGoBackTo } from '../leave-options.ts'

interface OnboardingStep<Kind extends Step['kind']> {
  path: string
  step: Kind
  /** Shows the page; after a form, with its problems and what was typed. */
  show(current: StepPage<Kind>, problems?: Problems, params?: Params): Promise<Response>
  submit(current: StepPage<Kind>, params: Params): Promise<Result | Response>
}

/** The page and the form of a step, both available only while it is open, or while the person may go back to it. */
export const stepRoutes = <Kind extends Step['kind']>(
  context: PageContext,
  { path, step, show, submit }: OnboardingStep<Kind>,
) =>
  new Hono()
    .get(path, async (c) => {
      const current = await openInteractionPage(context, c)
      const page = pageOfStep(current, step)
      return page ? show(page) : redirectToStep(current)
    })
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const current = await openInteractionPage(context, c)
      const page = pageOfStep(current, step)
      if (!page) return redirectToStep(current)
      const result = await submit(page, params)
      if (result instanceof Response) return result
      return result.ok ? sendNextStep(current) : show(page, result.problems, params)
    })

/** Null if the step is not open, and was not answered within this request either. */
function pageOfStep<Kind extends Step['kind']>(current: InteractionPage, kind: Kind): StepPage<Kind> | null {
  if (isAtStep(current, kind)) return current
  if (!mayGoBackTo(current, kind)) return null
  const earlier = framed({ ...current, step: { kind } as Step })
  return isAtStep(earlier, kind) ? earlier : null
}
