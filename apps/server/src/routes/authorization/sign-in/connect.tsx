import { Hono } from 'hono'
import { type ConnectResult, connectByCode, connectByPasskey } from '../../../flows/authorization/federation/connect.ts'
import { connectWait, resendConnectCode } from '../../../flows/authorization/federation/connect-codes.ts'
import { openIdentity } from '../../../flows/authorization/federation/held-identities.ts'
import type { Problem } from '../../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { NotConnectedPage } from '../../../pages/authorization/sign-in/company.tsx'
import { ConnectPage } from '../../../pages/authorization/sign-in/connect.tsx'
import type { PageContext } from '../../page-context.ts'
import {
  completeSignIn,
  type InteractionPage,
  openInteractionPage,
  redirectToStep,
  signInPath,
} from '../interaction-page.ts'
import { offersPasskeys } from './passkey-place.ts'

/** Somebody signed in at their organization, and shows that an account here is theirs. */
export const connectRoutes = (context: PageContext) =>
  new Hono()
    .get('/sign-in/:handle/connect', async (c) => connectPage(await openInteractionPage(context, c)))
    .post('/sign-in/:handle/connect', async (c) => {
      const code = formField(await formParams(c.req.raw), 'code')
      const current = await openInteractionPage(context, c)
      return answer(current, await connectByCode(context.deps, current, code, current.visitor))
    })
    .post('/sign-in/:handle/connect/resend', async (c) => {
      const current = await openInteractionPage(context, c)
      await resendConnectCode(context.deps, current, current.visitor)
      return seeOther(signInPath(current, '/connect'))
    })
    .post('/sign-in/:handle/connect/passkey', async (c) => {
      const credential = (await formParams(c.req.raw)).get('credential') ?? ''
      const current = await openInteractionPage(context, c)
      return answer(current, await connectByPasskey(context.deps, current, credential, current.visitor))
    })

async function connectPage(current: InteractionPage, problem?: Problem): Promise<Response> {
  const { context, frame } = current
  const held = await openIdentity(context.deps, current)
  if (!held || held.social) return redirectToStep(current)
  const { email } = held.identity
  const byPasskey = problem === 'passkey-refused' || problem === 'passkey-unknown'
  const text = problem && frame.words.problems[problem]
  const passkey = {
    options: signInPath(current, '/passkey/options'),
    action: signInPath(current, '/connect/passkey'),
    problem: byPasskey ? text : undefined,
  }
  const props = {
    action: signInPath(current, '/connect'),
    organization: held.name,
    isNew: held.userId === null,
    address: held.address,
    upstreamName: email === null || email.toLowerCase() === held.address ? null : email,
    digits: context.deps.config.codeLength,
    wait: await connectWait(context.deps, held),
    passkey: offersPasskeys(context) && held.userId !== null ? passkey : null,
    problem: byPasskey ? undefined : text,
  }
  return page(<ConnectPage frame={frame} {...props} />, { status: problem ? 422 : 200, script: true })
}

function answer(current: InteractionPage, result: ConnectResult): Response | Promise<Response> {
  if (result === null) return redirectToStep(current)
  if (result.kind === 'problem') return connectPage(current, result.problem)
  if (result.kind === 'signed-in') return completeSignIn(current, { ok: true, ...result })
  return page(<NotConnectedPage frame={current.frame} text={current.frame.words.problems['not-allowed']} />, {
    status: 403,
  })
}
