import { type Context, Hono } from 'hono'
import { disablePerson, getPersonByAddress } from '../../../flows/management/directory.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { checkSignIn } from '../../../flows/management/sign-in-checks.ts'
import { liftLimits } from '../../../flows/management/sign-in-limits.ts'
import { inviteToSignUp } from '../../../flows/organizations/invitations/sign-up-invitations.ts'
import { canonicalAddress } from '../../../flows/platform/addresses.ts'
import type { Deps } from '../../../flows/platform/deps.ts'
import { OperationRefused, type Problem } from '../../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { queryParams } from '../../../http/query.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { WhyPage } from '../../../pages/console/sign-ins/why.tsx'
import type { Question } from '../../../pages/question.tsx'
import type { Words } from '../../../words/index.ts'
import { formStatus, problemText } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'
import { factsOf } from './facts.ts'

type SignInWords = Words['console']['signIns']

/** Why someone can't sign in, and the acts that help. */
export const whyRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/why', async (c) => {
      const request = await openConsole(context, c, 'people:read')
      return showCheck(context, c, request, formField(queryParams(c.req.raw), 'address').trim().slice(0, 254))
    })
    .post('/admin/why', async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'people:write')
      const address = canonicalAddress(formField(params, 'address'))
      const act = acts.get(params.get('action') ?? '')
      if (!address || !act) return showCheck(context, c, request, formField(params, 'address').slice(0, 254))
      const path = `${context.base}/admin/why`
      if (params.get('confirm') !== 'yes') {
        const fields = [['address', address] as const, ['action', params.get('action') ?? ''] as const]
        const question = act.question(request.frame.words.console.signIns, address)
        return askToConfirm(c, request.frame, { question, fields, back: `${path}?${new URLSearchParams({ address })}` })
      }
      try {
        await act.run(context.deps, request.actor, address)
      } catch (error) {
        if (error instanceof OperationRefused && error.problem)
          return showCheck(context, c, request, address, error.problem)
        throw error
      }
      return seeOther(`${path}?${new URLSearchParams({ address, done: act.done })}`)
    })

interface Act {
  question(words: SignInWords, address: string): Question
  run(deps: Deps, actor: ConsoleRequest['actor'], address: string): Promise<unknown>
  /** What happened, as a parameter of the page, and in words. */
  done: string
  notice(words: SignInWords, address: string): string
}

const lift: Act = {
  question: (words, address) => ({ title: words.liftTitle({ address }), text: words.liftText, button: words.lift }),
  run: liftLimits,
  done: 'lifted',
  notice: (words, address) => words.lifted({ address }),
}

const enable: Act = {
  question: (words, address) => ({
    title: words.enableTitle({ address }),
    text: words.enableText,
    button: words.enable,
  }),
  async run(deps, actor, address) {
    const { id } = await getPersonByAddress(deps, actor, address)
    await disablePerson(deps, actor, id, false)
  },
  done: 'enabled',
  notice: (words, address) => words.enabled({ address }),
}

const invite: Act = {
  question: (words, address) => ({
    title: words.inviteTitle({ address }),
    text: words.inviteText,
    button: words.invite,
  }),
  run: inviteToSignUp,
  done: 'invited',
  notice: (words, address) => words.invited({ address }),
}

/** By the value of the form's `action` field. */
const acts: ReadonlyMap<string, Act> = new Map([
  ['lift', lift],
  ['enable', enable],
  ['invite', invite],
])

async function showCheck(
  { deps }: PageContext,
  c: Context,
  { actor, frame, role }: ConsoleRequest,
  typed: string,
  problem?: Problem,
): Promise<Response> {
  if (typed === '') return page(<WhyPage frame={frame} address="" check={null} />)
  const address = canonicalAddress(typed)
  if (!address) {
    const invalid = frame.words.problems['invalid-address']
    return page(<WhyPage frame={frame} address={typed} invalid={invalid} check={null} />, { status: 422 })
  }
  const check = await checkSignIn(deps, actor, address, { mayKnowAccount: mayOperate(role, 'accounts:know') })
  const facts = factsOf(frame, check, mayOperate(role, 'people:write'))
  const { done } = noticeOf(c)
  const act = [...acts.values()].find((known) => known.done === done)
  const notice = act?.notice(frame.words.console.signIns, address) ?? null
  return page(
    <WhyPage
      frame={frame}
      address={address}
      notice={notice}
      problem={problemText(frame, problem)}
      check={{ facts, attempts: check.attempts }}
    />,
    formStatus(problem),
  )
}
