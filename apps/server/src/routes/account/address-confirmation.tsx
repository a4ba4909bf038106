import { Hono } from 'hono'
import { confirmAddress, confirmAddressLink, viewAddressLink } from '../../flows/account/address-codes.ts'
import { findSignedIn } from '../../flows/identity/signed-in.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import { ConfirmAddressLinkPage, ConfirmAddressPage } from '../../pages/account/address-confirmation.tsx'
import { LinkCodePage } from '../../pages/authorization/sign-in/link.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { showAddresses } from './addresses.tsx'
import { type AccountRequest, accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const back = '/account/addresses'

/** A new address is added once the person types the code that was mailed to it, or opens the link in the same mail. */
export const addressConfirmationRoutes = (context: PageContext) =>
  new Hono().route('/', codeRoutes(context)).route('/', linkRoutes(context))

const codeRoutes = (context: PageContext) =>
  new Hono()
    .get('/account/addresses/confirm', async (c) => {
      const request = await openAccount(context, c, back)
      return showCodeForm(request, queryParams(c.req.raw).get('pending') ?? '')
    })
    .post('/account/addresses/confirm', async (c) => {
      const form = await openAccountForm(context, c, back, 'addresses')
      const { deps, signedIn, visitor, value } = form
      const pending = value('pending')
      const address = deps.keyring.open('flow', pending) ?? ''
      const problem = await confirmAddress(deps, signedIn, address, value('code'), visitor)
      return problem ? showCodeForm(form, pending, problem) : saved(form, ['address-added'])
    })

function showCodeForm(request: AccountRequest, pending: string, problem?: Problem): Promise<Response> {
  const { keyring, config } = request.deps
  const address = keyring.open('flow', pending)
  if (address === null) throw new HttpError(400, 'the address to confirm is missing; add it again')
  const frame = accountFrame(request)
  return page(
    <ConfirmAddressPage
      frame={frame}
      address={address}
      pending={pending}
      digits={config.codeLength}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}

const linkRoutes = (context: PageContext) => {
  const { deps, base } = context
  const path = '/account/addresses/link/:token'
  return (
    new Hono()
      // A GET of the mailed link consumes nothing. If nobody is signed in, it shows the code.
      .get(path, async (c) => {
        const signedIn = await findSignedIn(deps, context.visitor(c))
        const token = pathParameter(c, 'token')
        const view = await viewAddressLink(deps, signedIn, token)
        const frame = signedIn ? accountFrame({ context, c, signedIn }) : context.frame(c)
        const { link } = frame.words
        if (view.kind === 'gone')
          return page(<NoticePage frame={frame} title={link.goneTitle} text={link.gone} />, { status: 400 })
        if (view.kind === 'code' || !signedIn)
          return page(<LinkCodePage frame={frame} code={view.kind === 'code' ? view.code : ''} />)
        const action = `${base}${back}/link/${token}`
        return page(<ConfirmAddressLinkPage frame={accountFrame({ context, c, signedIn })} action={action} />)
      })
      .post(path, async (c) => {
        const form = await openAccountForm(context, c, back, 'addresses')
        const problem = await confirmAddressLink(deps, form.signedIn, pathParameter(c, 'token'), form.visitor)
        return problem ? showAddresses(form, problem) : saved(form, ['address-added'])
      })
  )
}
