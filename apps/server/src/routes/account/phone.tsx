import { type Context, Hono } from 'hono'
import { removePhone } from '../../flows/account/phone-changes.ts'
import {
  type CodeConfirmation,
  type CodeRequest,
  confirmPhone,
  findLiveCode,
  sendPhoneCode,
} from '../../flows/account/phone-codes.ts'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { page, seeOther } from '../../http/responses.ts'
import { PhoneCodePage, PhonePage } from '../../pages/account/phone.tsx'
import type { Frame } from '../../pages/layout.tsx'
import { inTime } from '../../words/time.ts'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm, saved } from './form.ts'
import { guardedFrame } from './frame.ts'

const path = '/account/phone'
const codePath = `${path}/confirm`

/** A phone number is verified by a code that is sent to it, in the session that asked for the code. */
export const phoneRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => showPhone(context, c, await requireSignedIn(context, c, { back: path })))
    .post(path, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'phone')
      const typed = value('phone')
      const result = await sendPhoneCode(deps, signedIn, typed, visitor)
      if (!result.ok) return showPhone(context, c, signedIn, { typed: typed.slice(0, 40), refusal: result })
      return seeOther(`${base}${codePath}`)
    })
    .get(codePath, async (c) => showCodeForm(context, c, await requireSignedIn(context, c, { back: codePath })))
    .post(codePath, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, codePath, 'phone')
      const result = await confirmPhone(deps, signedIn, value('code'), visitor)
      if (!result.ok) return showCodeForm(context, c, signedIn, result)
      return saved(context, path, ['phone-verified', result.number])
    })
    .post(`${path}/remove`, async (c) => {
      const { signedIn, visitor } = await accountForm(context, c, path, 'phone')
      const number = await removePhone(deps, signedIn, visitor)
      return number === null ? seeOther(`${base}${path}`) : saved(context, path, ['phone-removed', number])
    })
}

type RefusedRequest = Extract<CodeRequest, { ok: false }>
type RefusedCode = Extract<CodeConfirmation, { ok: false }>

async function showPhone(
  context: PageContext,
  c: Context,
  signedIn: SignedIn,
  { typed, refusal }: { typed?: string; refusal?: RefusedRequest } = {},
): Promise<Response> {
  const frame = await guardedFrame(context, c, signedIn, 'phone')
  const { phone, phoneVerified } = signedIn.person
  return page(
    <PhonePage
      frame={frame}
      number={phone}
      verified={phoneVerified}
      offered={context.deps.config.sms !== null}
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
async function showCodeForm(
  context: PageContext,
  c: Context,
  signedIn: SignedIn,
  refusal?: RefusedCode,
): Promise<Response> {
  const code = await findLiveCode(context.deps, signedIn)
  if (!code) return seeOther(`${context.base}${path}`)
  const frame = await guardedFrame(context, c, signedIn, 'phone')
  const text = refusal && textOf(frame, refusal)
  const triesLeft = frame.words.code.triesLeft({ count: code.triesLeft })
  return page(
    <PhoneCodePage
      frame={frame}
      {...code}
      digits={context.deps.config.codeLength}
      problem={refusal?.problem === 'wrong' ? `${text} ${triesLeft}` : text}
    />,
    { ...formStatus(refusal), script: true },
  )
}
