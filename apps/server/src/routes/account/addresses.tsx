import { type Context, Hono } from 'hono'
import { askForAddress } from '../../flows/account/address-codes.ts'
import { makePrimary, removeAddress } from '../../flows/account/addresses.ts'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { ownAddresses } from '../../flows/account/views.ts'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../http/responses.ts'
import { AddressesPage } from '../../pages/account/addresses.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm, saved } from './form.ts'
import { guardedFrame } from './frame.ts'

const path = '/account/addresses'

export const addressRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => showAddresses(context, c, await requireSignedIn(context, c, { back: path })))
    .post(path, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'addresses')
      const typed = value('email')
      const result = await askForAddress(deps, signedIn, typed, visitor)
      if (!result.ok) return showAddresses(context, c, signedIn, result.problem, typed.slice(0, 254))
      return seeOther(`${base}${path}/confirm?pending=${deps.keyring.seal('flow', result.address)}`)
    })
    .post(`${path}/primary`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'addresses')
      await makePrimary(deps, signedIn, value('address'), visitor)
      return saved(context, path, ['address-primary', value('address')])
    })
    .post(`${path}/remove`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'addresses')
      await removeAddress(deps, signedIn, value('address'), visitor)
      return saved(context, path, ['address-removed', value('address')])
    })
}

export async function showAddresses(
  context: PageContext,
  c: Context,
  signedIn: SignedIn,
  problem?: Problem,
  typed = '',
): Promise<Response> {
  const frame = await guardedFrame(context, c, signedIn, 'addresses')
  const recovery = await findOpenRecovery(context.deps, signedIn.person.id, signedIn.session)
  return page(
    <AddressesPage
      frame={frame}
      addresses={await ownAddresses(context.deps, signedIn)}
      waiting={recovery?.undoBy ? recovery : null}
      typed={typed}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}
