import { Hono } from 'hono'
import { removePhone } from '../../flows/account/phone-changes.ts'
import {
  type CodeConfirmation,
  type CodeRequest,
  confirmPhone,
  findLiveCode,
  sendPhoneCode,
} from '../../flows/account/phone-codes.ts'
import { page, seeOther } from '../../http/responses.ts'
import { PhoneCodePage, PhonePage } from '../../pages/account/phone.tsx'
import type { Frame } from '../../pages/layout.tsx'
import { inTime } from '../../words/time.ts'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, guardedFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/phone'
const codePath = `${path}/confirm`

/** A phone number is verified by a code that is sent to it, in the session that asked for the code. */
export const phoneRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => showPhone(await openAccount(context, c, path)))
    .post(path, async (c) => {
      const form = await openAccountForm(context, c, path, 'phone')
      const { signedIn, visitor, value } = form
      const typed = value('phone')
      const result = await sendPhoneCode(deps, signedIn, typed, visitor)
      if (!result.ok) return showPhone(form, { typed: typed.slice(0, 40), refusal: result })
      return seeOther(`${base}${codePath}`)
    })
    .get(codePath, async (c) => showCodeForm(await openAccount(context, c, codePath)))
    .post(codePath, async (c) => {
      const form = await openAccountForm(context, c, codePath, 'phone')
      const result = await confirmPhone(deps, form.signedIn, form.value('code'), form.visitor)
      return result.ok ? saved(form, ['phone-verified', result.number], { to: path }) : showCodeForm(form, result)
    })
    .post(`${path}/remove`, async (c) => {
      const form = await openAccountForm(context, c, path, 'phone')
      const number = await removePhone(deps, form.signedIn, form.visitor)
      return number === null ? seeOther(`${base}${path}`) : saved(form, ['phone-removed', number])
    })
}

type RefusedRequest = Extract<CodeRequest, { ok: false }>
type RefusedCode = Extract<CodeConfirmation, { ok: false }>

async function showPhone(
  request: AccountRequest,
  { typed, refusal }: { typed?: string; refusal?: RefusedRequest } = {},
): Promise<Response> {
  const frame = await guardedFrame(request, 'phone')
  const { phone, phoneVerified } = request.signedIn.person
  return page(
    <PhonePage
      frame={frame}
      number={phone}
      verified={phoneVerified}
      offered={request.deps.config.sms !== null}
      typed={typed ?? (phoneVerified ? '' : (phone ?? ''))}
      problem={refusal && textOf(frame, refusal)}
    />,
    formStatus(refusal),
  )
}

const textOf = (frame: Frame, refusal: RefusedRequest | RefusedCode): string | undefined =>
  refusal.problem === 'too-many'
    ? frame.words.error.tooMany({ time: inTime(frame.words, refusal.wait) })
    : problemText(frame, refusal.problem)

/** The page of the code that this session waits for, or the page of the number where there is none. */
async function showCodeForm(request: AccountRequest, refusal?: RefusedCode): Promise<Response> {
  const { context, deps, signedIn } = request
  const code = await findLiveCode(deps, signedIn)
  if (!code) return seeOther(`${context.base}${path}`)
  const frame = await guardedFrame(request, 'phone')
  const text = refusal && textOf(frame, refusal)
  const triesLeft = frame.words.code.triesLeft({ count: code.triesLeft })
  return page(
    <PhoneCodePage
      frame={frame}
      {...code}
      digits={deps.config.codeLength}
      problem={refusal?.problem === 'wrong' ? `${text} ${triesLeft}` : text}
    />,
    { ...formStatus(refusal), script: true },
  )
}
