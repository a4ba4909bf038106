import { type Context, Hono } from 'hono'
import { languagesOf, proceed, StartAgain, type Visit, visit } from '../flows/authorize.ts'
import {
  keepAccount,
  redeemLink,
  resendCode,
  resendWait,
  type SignInResult,
  submitCode,
  submitEmail,
  useAnotherAccount,
  viewLink,
} from '../flows/sign-in.ts'
import { setCookie } from '../http/cookies.ts'
import { formParams } from '../http/forms.ts'
import { page, seeOther } from '../http/responses.ts'
import { AccountPage, CodePage, EmailPage, LinkButtonPage, LinkCodePage, NoticePage } from '../pages/sign-in.tsx'
import { errorAsPage, sendOutcome } from './answers.tsx'
import { pathOf, requireOwnOrigin, type Surroundings } from './surroundings.ts'

export const signInRoutes = (around: Surroundings) => {
  const { deps, base } = around
  const at = (handle: string, rest = '') => `${base}/sign-in/${handle}${rest}`
  const load = (c: Context) => visit(deps, c.req.param('handle') ?? '', around.visitor(c))
  const frame = (c: Context, visit: Visit) => around.frame(c, visit.client, languagesOf(visit))
  /** A page is shown only at its step; any other address leads to the step that is open. */
  const elsewhere = (one: Visit) => seeOther(pathOf(base, one.handle, one.step))

  const emailPage = (c: Context, one: Visit, problem?: string, typed?: string) => {
    const { request, email } = one.interaction
    const words = frame(c, one).words
    const props = {
      action: at(one.handle),
      email: typed ?? email ?? request.loginHint ?? '',
      create: request.prompt.includes('create'),
    }
    return page(<EmailPage frame={frame(c, one)} {...props} problem={problem && words.problems[problem]} />, {
      status: problem ? 422 : 200,
    })
  }

  const codePage = async (c: Context, one: Visit, problem?: string) => {
    const address = one.interaction.email ?? ''
    const wait = await resendWait(deps, around.visitor(c), address)
    const words = frame(c, one).words
    const props = {
      action: at(one.handle, '/code'),
      emailAction: at(one.handle),
      address,
      digits: deps.config.codeLength,
      wait,
    }
    return page(<CodePage frame={frame(c, one)} {...props} problem={problem && words.problems[problem]} />, {
      status: problem ? 422 : 200,
      script: wait > 0,
    })
  }

  /** Signed in: the new cookies, and on to the next step. */
  const enter = async (c: Context, one: Visit, result: SignInResult & { ok: true }) => {
    const cookies = [
      setCookie(deps.config, 'session', result.sessionCookie),
      setCookie(deps.config, 'device', result.deviceCookie),
    ]
    return sendOutcome(
      around,
      c,
      await proceed(deps, one.handle, { ...around.visitor(c), sessionCookie: result.sessionCookie }),
      cookies,
    )
  }

  return (
    new Hono()
      .get('/sign-in/:handle', async (c) => {
        const one = await load(c)
        return one.step.kind === 'ask-email' ? emailPage(c, one) : elsewhere(one)
      })
      .post('/sign-in/:handle', async (c) => {
        requireOwnOrigin(around, c)
        const params = await formParams(c.req.raw)
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        const typed = params.repeats('email') ? '' : (params.get('email') ?? '')
        const result = await submitEmail(deps, one, typed, around.visitor(c))
        return result.ok ? seeOther(at(one.handle, '/code')) : emailPage(c, one, result.problem, typed.slice(0, 254))
      })
      .get('/sign-in/:handle/code', async (c) => {
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        return one.interaction.email ? codePage(c, one) : seeOther(at(one.handle))
      })
      .post('/sign-in/:handle/code', async (c) => {
        requireOwnOrigin(around, c)
        const params = await formParams(c.req.raw)
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        const result = await submitCode(
          deps,
          one,
          params.repeats('code') ? '' : (params.get('code') ?? ''),
          around.visitor(c),
        )
        if (!result.ok) return codePage(c, one, result.problem)
        return enter(c, one, result)
      })
      .post('/sign-in/:handle/code/resend', async (c) => {
        requireOwnOrigin(around, c)
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        await resendCode(deps, one, around.visitor(c))
        return seeOther(at(one.handle, '/code'))
      })
      .get('/sign-in/:handle/account', async (c) => {
        const one = await load(c)
        if (one.step.kind !== 'select-account') return elsewhere(one)
        return page(
          <AccountPage frame={frame(c, one)} action={at(one.handle, '/account')} address={one.person?.email ?? ''} />,
        )
      })
      .post('/sign-in/:handle/account', async (c) => {
        requireOwnOrigin(around, c)
        const decision = (await formParams(c.req.raw)).get('decision')
        const one = await load(c)
        if (one.step.kind !== 'select-account') return elsewhere(one)
        if (decision === 'keep') await keepAccount(deps, one)
        else if (decision === 'other') await useAnotherAccount(deps, one)
        return sendOutcome(around, c, await proceed(deps, one.handle, around.visitor(c)))
      })
      // A GET of the mailed link consumes nothing: scanners follow links.
      .get('/sign-in/:handle/link/:token', async (c) => {
        const { handle, token } = c.req.param()
        const view = await viewLink(deps, handle, token, around.visitor(c))
        const plain = around.frame(c)
        const words = plain.words.link
        if (view.kind === 'gone')
          return page(<NoticePage frame={plain} title={words.goneTitle} text={words.gone} />, { status: 400 })
        if (view.kind === 'code') return page(<LinkCodePage frame={plain} code={view.code} />)
        return page(<LinkButtonPage frame={plain} action={at(handle, `/link/${token}`)} />)
      })
      .post('/sign-in/:handle/link/:token', async (c) => {
        requireOwnOrigin(around, c)
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        const result = await redeemLink(deps, one, c.req.param('token'), around.visitor(c))
        if (!result) throw new StartAgain('not-found', one.client)
        if (!result.ok) return codePage(c, one, result.problem)
        return enter(c, one, result)
      })
      // Where a step's page finds that nothing is open any more.
      .get('/sign-in/:handle/continue', async (c) =>
        sendOutcome(around, c, await proceed(deps, c.req.param('handle'), around.visitor(c))),
      )
      .onError((error, c) => errorAsPage(around, error, c))
  )
}
