import { type Context, Hono } from 'hono'
import { addPasskey, newPasskeyOptions } from '../../flows/account/passkeys.ts'
import {
  decline,
  InteractionExpired,
  type OpenInteraction,
  openInteraction,
  proceed,
  requestedLanguages,
} from '../../flows/authorization/interactions.ts'
import { keepAccount, signInAgain, useAnotherAccount } from '../../flows/authorization/sign-in/account.ts'
import type { SignInResult } from '../../flows/authorization/sign-in/attempt.ts'
import { submitCode, submitLink, viewSignInLink } from '../../flows/authorization/sign-in/code.ts'
import {
  resendCode,
  resendWait,
  signInMailState,
  signInTriesLeft,
  submitEmail,
} from '../../flows/authorization/sign-in/email.ts'
import { passkeyOptions, prefersPasskey, submitPasskey } from '../../flows/authorization/sign-in/passkey.ts'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import { ownsPasskey, unknownCredential } from '../../flows/identity/passkeys/signals.ts'
import { isRecent } from '../../flows/identity/sessions.ts'
import { setCookie } from '../../http/cookies.ts'
import { formParams } from '../../http/forms.ts'
import { json, page, seeOther } from '../../http/responses.ts'
import { essentialAcr } from '../../oidc/acr.ts'
import { type PasskeyPlace, UsePasskeyPage } from '../../pages/authorization/passkeys.tsx'
import {
  AccountPage,
  CodePage,
  EmailPage,
  LinkButtonPage,
  LinkCodePage,
  NoticePage,
} from '../../pages/authorization/sign-in.tsx'
import type { Words } from '../../pages/words/index.ts'
import { sendOutcome } from '../answers.tsx'
import { invitedFor } from '../organizations/invitations.tsx'
import { type PageContext, pathOfStep } from '../page-context.ts'
import { isSignedIn } from './onboarding.tsx'

/** What the code page says: how many tries are left, and when there are none. */
function codeProblem(words: Words, problem: string | undefined, triesLeft: number | null): string | undefined {
  if (triesLeft === 0) return words.code.spent
  const text = problem && words.problems[problem]
  return problem === 'wrong' && triesLeft !== null ? `${text} ${words.code.triesLeft(triesLeft)}` : text
}

export const signInRoutes = (context: PageContext) => {
  const { deps, base } = context
  const at = (handle: string, rest = '') => `${base}/sign-in/${handle}${rest}`
  const load = (c: Context) => openInteraction(deps, c.req.param('handle') ?? '', context.visitor(c))
  const frame = (c: Context, visit: OpenInteraction) => context.frame(c, visit.client, requestedLanguages(visit))
  /** A page is shown only at its step; any other address leads to the step that is open. */
  const elsewhere = (one: OpenInteraction) => seeOther(pathOfStep(base, one.handle, one.step))

  const passkeys = relyingParty(deps) !== null
  /** Where a page asks for a passkey, and what went wrong with the one before. */
  const place = (one: OpenInteraction, problem?: string, unknown: PasskeyPlace['unknown'] = null): PasskeyPlace => ({
    options: at(one.handle, '/passkey/options'),
    action: at(one.handle, '/passkey'),
    problem,
    unknown,
  })

  const emailPage = async (
    c: Context,
    one: OpenInteraction,
    problem?: string,
    typed?: string,
    passkey: PasskeyPlace | null = passkeys ? place(one) : null,
  ) => {
    const { request, email } = one.interaction
    const words = frame(c, one).words
    const props = {
      action: at(one.handle),
      email: typed ?? email ?? request.loginHint ?? '',
      create: request.prompt.includes('create'),
      passkey,
      invited: await invitedFor(context, frame(c, one), one),
    }
    return page(<EmailPage frame={frame(c, one)} {...props} problem={problem && words.problems[problem]} />, {
      status: problem || passkey?.problem ? 422 : 200,
      script: passkeys,
    })
  }

  /** The request asks for more than a mailed code: use a passkey, or make the first one. */
  const usePasskeyPage = async (
    c: Context,
    one: OpenInteraction,
    problem?: string,
    unknown?: PasskeyPlace['unknown'],
  ) => {
    const first = one.person !== null && !(await ownsPasskey(deps, one.person.id))
    const words = frame(c, one).words
    const base = place(one, problem && words.problems[problem], unknown)
    const create = { ...base, options: at(one.handle, '/passkey/new/options'), action: at(one.handle, '/passkey/new') }
    const props = {
      place: first ? create : base,
      create: first,
      again: first && one.session !== null && !isRecent(deps, one.session),
      deviceBound: one.step.kind === 'use-passkey' && one.step.acr === 'phrh',
      action: at(one.handle, '/passkey/choice'),
      recoveryUrl: `${context.base}/account/recovery`,
    }
    return page(<UsePasskeyPage frame={frame(c, one)} {...props} />, { status: problem ? 422 : 200, script: true })
  }

  const codePage = async (c: Context, one: OpenInteraction, problem?: string) => {
    const address = one.interaction.email ?? ''
    const wait = await resendWait(deps, context.visitor(c), address)
    const words = frame(c, one).words
    const props = {
      action: at(one.handle, '/code'),
      emailAction: at(one.handle),
      address,
      digits: deps.config.codeLength,
      wait,
      mail: await signInMailState(deps, one),
      triesLeft: await signInTriesLeft(deps, one),
      passkeys,
      preferred: passkeys && (await prefersPasskey(deps, one, context.visitor(c))) ? place(one) : null,
    }
    return page(<CodePage frame={frame(c, one)} {...props} problem={codeProblem(words, problem, props.triesLeft)} />, {
      status: problem ? 422 : 200,
      script: true,
    })
  }

  /** Signed in: the new cookies, and on to the next step. */
  const enter = async (c: Context, one: OpenInteraction, result: SignInResult & { ok: true }) => {
    const cookies = [
      setCookie(deps.config, 'session', result.sessionCookie),
      setCookie(deps.config, 'device', result.deviceCookie),
    ]
    return sendOutcome(
      context,
      c,
      await proceed(deps, one.handle, { ...context.visitor(c), sessionCookie: result.sessionCookie }),
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
        const params = await formParams(c.req.raw)
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        const typed = params.repeats('email') ? '' : (params.get('email') ?? '')
        const result = await submitEmail(deps, one, typed, context.visitor(c))
        return result.ok ? seeOther(at(one.handle, '/code')) : emailPage(c, one, result.problem, typed.slice(0, 254))
      })
      .get('/sign-in/:handle/code', async (c) => {
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        return one.interaction.email ? codePage(c, one) : seeOther(at(one.handle))
      })
      .post('/sign-in/:handle/code', async (c) => {
        const params = await formParams(c.req.raw)
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        const result = await submitCode(
          deps,
          one,
          params.repeats('code') ? '' : (params.get('code') ?? ''),
          params.get('passkeys') === 'yes',
          context.visitor(c),
        )
        if (!result.ok) return codePage(c, one, result.problem)
        return enter(c, one, result)
      })
      .post('/sign-in/:handle/code/resend', async (c) => {
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        await resendCode(deps, one, context.visitor(c))
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
        const decision = (await formParams(c.req.raw)).get('decision')
        const one = await load(c)
        if (one.step.kind !== 'select-account') return elsewhere(one)
        if (decision === 'keep') await keepAccount(deps, one)
        else if (decision === 'other') await useAnotherAccount(deps, one)
        return sendOutcome(context, c, await proceed(deps, one.handle, context.visitor(c)))
      })
      // A GET of the mailed link consumes nothing: scanners follow links.
      .get('/sign-in/:handle/link/:token', async (c) => {
        const { handle, token } = c.req.param()
        const view = await viewSignInLink(deps, handle, token, context.visitor(c))
        const plain = context.frame(c)
        const words = plain.words.link
        if (view.kind === 'gone')
          return page(<NoticePage frame={plain} title={words.goneTitle} text={words.gone} />, { status: 400 })
        if (view.kind === 'code') return page(<LinkCodePage frame={plain} code={view.code} />)
        const action = at(handle, `/link/${token}`)
        return page(<LinkButtonPage frame={plain} action={action} passkeys={passkeys} />, { script: passkeys })
      })
      .post('/sign-in/:handle/link/:token', async (c) => {
        const can = (await formParams(c.req.raw)).get('passkeys') === 'yes'
        const one = await load(c)
        if (one.step.kind !== 'ask-email') return elsewhere(one)
        const result = await submitLink(deps, one, c.req.param('token'), can, context.visitor(c))
        if (!result) throw new InteractionExpired('not-found', one.client)
        if (!result.ok) return codePage(c, one, result.problem)
        return enter(c, one, result)
      })
      .get('/sign-in/:handle/passkey', async (c) => {
        const one = await load(c)
        return one.step.kind === 'use-passkey' ? usePasskeyPage(c, one) : elsewhere(one)
      })
      // Nobody has to be known to be asked for a passkey: the answer is the same for everyone.
      .post('/sign-in/:handle/passkey/options', async (c) => {
        const options = await passkeyOptions(deps, await load(c))
        return options ? json(options) : json({ error: 'not_found' }, 404)
      })
      .post('/sign-in/:handle/passkey', async (c) => {
        const credential = (await formParams(c.req.raw)).get('credential') ?? ''
        const one = await load(c)
        const { kind } = one.step
        if (kind !== 'ask-email' && kind !== 'use-passkey') return elsewhere(one)
        const result = await submitPasskey(deps, one, credential, context.visitor(c))
        if (result.ok) return enter(c, one, result)
        const unknown = result.problem === 'passkey-unknown' ? unknownCredential(deps, credential) : null
        if (kind === 'use-passkey') return usePasskeyPage(c, one, result.problem, unknown)
        const { words } = frame(c, one)
        return emailPage(c, one, undefined, undefined, place(one, words.problems[result.problem], unknown))
      })
      .post('/sign-in/:handle/passkey/new/options', async (c) => {
        const one = await load(c)
        if (one.step.kind !== 'use-passkey' || !isSignedIn(one)) return json({ error: 'access_denied' }, 403)
        const result = await newPasskeyOptions(deps, one)
        return result.ok ? json(result.options) : json({ error: result.problem }, 403)
      })
      .post('/sign-in/:handle/passkey/new', async (c) => {
        const credential = (await formParams(c.req.raw)).get('credential') ?? ''
        const one = await load(c)
        if (one.step.kind !== 'use-passkey' || !isSignedIn(one)) return elsewhere(one)
        const problem = await addPasskey(deps, one, credential, context.visitor(c))
        return problem === 'passkey-refused' ? usePasskeyPage(c, one, problem) : seeOther(at(one.handle, '/passkey'))
      })
      .post('/sign-in/:handle/passkey/choice', async (c) => {
        const decision = (await formParams(c.req.raw)).get('decision')
        const one = await load(c)
        if (one.step.kind !== 'use-passkey') return elsewhere(one)
        if (decision === 'again') {
          await signInAgain(deps, one)
          return seeOther(at(one.handle))
        }
        const code = essentialAcr(one.interaction.request) ? 'unmet_authentication_requirements' : 'access_denied'
        return sendOutcome(context, c, await decline(deps, one, 'the person has no passkey that would do', code))
      })
      // Where a step's page finds that nothing is open any more.
      .get('/sign-in/:handle/continue', async (c) =>
        sendOutcome(context, c, await proceed(deps, c.req.param('handle'), context.visitor(c))),
      )
  )
}
