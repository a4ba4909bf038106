import { Hono } from 'hono'
import { type BrowserFacts, submitCode } from '../../../flows/authorization/sign-in/code.ts'
import { resendCode, resendWait, signInMailState, signInTriesLeft } from '../../../flows/authorization/sign-in/email.ts'
import { prefersPasskey } from '../../../flows/authorization/sign-in/passkey.ts'
import type { Problem } from '../../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { CodePage } from '../../../pages/authorization/sign-in/code.tsx'
import type { Words } from '../../../words/index.ts'
import type { PageContext } from '../../page-context.ts'
import {
  completeSignIn,
  type InteractionPage,
  openInteractionPage,
  redirectToStep,
  signInPath,
} from '../interaction-page.ts'
import { offersPasskeys, passkeyPlace } from './passkey-place.ts'
import { takesCode } from './steps.ts'

/** The page that takes the mailed code. */
export const codeRoutes = (context: PageContext) =>
  new Hono()
    .get('/sign-in/:handle/code', async (c) => {
      const current = await openInteractionPage(context, c)
      if (!takesCode(current.step)) return redirectToStep(current)
      return current.interaction.email ? codePage(current) : seeOther(signInPath(current))
    })
    .post('/sign-in/:handle/code', async (c) => {
      const params = await formParams(c.req.raw)
      const current = await openInteractionPage(context, c)
      if (!takesCode(current.step)) return redirectToStep(current)
      const code = formField(params, 'code')
      const result = await submitCode(context.deps, current, code, browserFacts(params), current.visitor)
      return result.ok ? completeSignIn(current, result) : codePage(current, result.problem)
    })
    .post('/sign-in/:handle/code/resend', async (c) => {
      const current = await openInteractionPage(context, c)
      if (!takesCode(current.step)) return redirectToStep(current)
      await resendCode(context.deps, current, current.visitor)
      return seeOther(signInPath(current, '/code'))
    })

export async function codePage(current: InteractionPage, problem?: Problem): Promise<Response> {
  const { context, frame, interaction, visitor } = current
  const { deps } = context
  const address = interaction.email ?? ''
  const passkeys = offersPasskeys(context)
  const triesLeft = await signInTriesLeft(deps, current)
  const props = {
    action: signInPath(current, '/code'),
    emailAction: signInPath(current),
    address,
    digits: deps.config.codeLength,
    wait: await resendWait(deps, visitor, address),
    mail: await signInMailState(deps, current),
    triesLeft,
    preferred: passkeys && (await prefersPasskey(deps, current, visitor)) ? passkeyPlace(current) : null,
    problem: codeProblem(frame.words, problem, triesLeft),
  }
  return page(<CodePage frame={frame} {...props} />, { status: problem ? 422 : 200, script: true })
}

/** What the script of the page filled in. */
export const browserFacts = (params: Params): BrowserFacts => ({
  canMakePasskeys: params.get('passkeys') === 'yes',
  timeZone: formField(params, 'zoneinfo'),
})

/** What is wrong with the code, how many tries are left, and when there are none. */
function codeProblem(words: Words, problem: Problem | undefined, triesLeft: number | null): string | undefined {
  if (triesLeft === 0) return words.code.spent
  const text = problem && words.problems[problem]
  return problem === 'wrong' && triesLeft !== null ? `${text} ${words.code.triesLeft({ count: triesLeft })}` : text
}
