import { Hono } from 'hono'
import { disablePerson, getPersonByAddress } from '../../../flows/management/directory.ts'
import { checkSignIn } from '../../../flows/management/sign-in-checks.ts'
import { liftLimits } from '../../../flows/management/sign-in-limits.ts'
import { inviteToSignUp } from '../../../flows/organizations/invitations/sign-up-invitations.ts'
import { canonicalAddress } from '../../../flows/platform/addresses.ts'
import type { Problem } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { queryParams } from '../../../http/query.ts'
import { page } from '../../../http/responses.ts'
import { WhyPage } from '../../../pages/console/sign-ins/why.tsx'
import { ask } from '../../../pages/question.tsx'
import { actsOf, answerOr, runAct } from '../../acts.tsx'
import { formStatus, problemText } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'
import { factsOf } from './facts.ts'

const path = '/admin/why'

/** Why someone can't sign in, and the acts that help. */
export const whyRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openConsole(context, c, 'people:read')
      return showCheck(request, formField(queryParams(c.req.raw), 'address').trim().slice(0, 254))
    })
    .post(path, async (c) => {
      const form = await openForm(context, c, 'people:write')
      const address = canonicalAddress(form.value('address'))
      if (!address || !acts.has(form.value('action'))) return showCheck(form, form.value('address').slice(0, 254))
      const answer = runAct(acts, { ...form, address }, addressOf(form, { address }), ['address'])
      return answerOr(answer, ({ problem }) => showCheck(form, address, problem))
    })

const addressOf = ({ base }: ConsoleRequest, parameters: Record<string, string>): string =>
  `${base}${path}?${new URLSearchParams(parameters)}`

interface AddressForm extends ConsoleForm {
  address: string
}

const acts = actsOf<AddressForm>({
  lift: {
    question: ({ console: { signIns } }, { address }) =>
      ask(signIns.liftTitle({ address }), signIns.liftText, signIns.lift),
    async run(form) {
      await liftLimits(form.deps, form.actor, form.address)
      return addressOf(form, { address: form.address, done: 'lifted' })
    },
  },
  enable: {
    question: ({ console: { signIns } }, { address }) =>
      ask(signIns.enableTitle({ address }), signIns.enableText, signIns.enable),
    async run(form) {
      const { id } = await getPersonByAddress(form.deps, form.actor, form.address)
      await disablePerson(form.deps, form.actor, id, false)
      return addressOf(form, { address: form.address, done: 'enabled' })
    },
  },
  invite: {
    question: ({ console: { signIns } }, { address }) =>
      ask(signIns.inviteTitle({ address }), signIns.inviteText, signIns.invite),
    async run(form) {
      await inviteToSignUp(form.deps, form.actor, form.address)
      return addressOf(form, { address: form.address, done: 'invited' })
    },
  },
})

/** What an act did. */
function noticeText({ c, frame }: ConsoleRequest, address: string): string | null {
  const words = frame.words.console.signIns
  const said = new Map([
    ['lifted', words.lifted({ address })],
    ['enabled', words.enabled({ address })],
    ['invited', words.invited({ address })],
  ])
  return said.get(noticeOf(c).done) ?? null
}

async function showCheck(request: ConsoleRequest, typed: string, problem?: Problem): Promise<Response> {
  const { deps, actor, frame, may } = request
  if (typed === '') return page(<WhyPage frame={frame} address="" check={null} />)
  const address = canonicalAddress(typed)
  if (!address) {
    const invalid = frame.words.problems['invalid-address']
    return page(<WhyPage frame={frame} address={typed} invalid={invalid} check={null} />, { status: 422 })
  }
  const check = await checkSignIn(deps, actor, address, { mayKnowAccount: may('accounts:know') })
  return page(
    <WhyPage
      frame={frame}
      address={address}
      notice={noticeText(request, address)}
      problem={problemText(frame, problem)}
      check={{ facts: factsOf(frame, check, may('people:write')), attempts: check.attempts }}
    />,
    formStatus(problem),
  )
}
