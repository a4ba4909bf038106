import { Hono } from 'hono'
import { askForAddress } from '../../flows/account/address-codes.ts'
import { makePrimary, removeAddress } from '../../flows/account/addresses.ts'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { ownLinkedAddresses } from '../../flows/account/views.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../http/responses.ts'
import { AddressesPage } from '../../pages/account/addresses.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, guardedFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/addresses'

export const addressRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => showAddresses(await openAccount(context, c, path)))
    .post(path, async (c) => {
      const form = await openAccountForm(context, c, path, 'addresses')
      const { signedIn, visitor, value } = form
      const typed = value('email')
      const result = await askForAddress(deps, signedIn, typed, visitor)
      if (!result.ok) return showAddresses(form, result.problem, typed.slice(0, 254))
      return seeOther(`${base}${path}/confirm?pending=${deps.keyring.seal('flow', result.address)}`)
    })
    .post(`${path}/primary`, async (c) => {
      const form = await openAccountForm(context, c, path, 'addresses')
      await makePrimary(deps, form.signedIn, form.value('address'), form.visitor)
      return saved(form, ['address-primary', form.value('address')])
    })
    .post(`${path}/remove`, async (c) => {
      const form = await openAccountForm(context, c, path, 'addresses')
      await removeAddress(deps, form.signedIn, form.value('address'), form.visitor)
      return saved(form, ['address-removed', form.value('address')])
    })
}

export async function showAddresses(request: AccountRequest, problem?: Problem, typed = ''): Promise<Response> {
  const { deps, signedIn } = request
  const frame = await guardedFrame(request, 'addresses')
  const recovery = await findOpenRecovery(deps, signedIn.person.id, signedIn.session)
  return page(
    <AddressesPage
      frame={frame}
      addresses={await ownLinkedAddresses(deps, signedIn)}
      waiting={recovery?.undoBy ? recovery : null}
      typed={typed}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}
