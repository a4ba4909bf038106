import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { addressToConfirm } from '../../../flows/authorization/sign-in/account.ts'
import { submitEmail } from '../../../flows/authorization/sign-in/email.ts'
import { passkeyOptions } from '../../../flows/authorization/sign-in/passkey.ts'
import { offeredSocial } from '../../../flows/federation/upstream/upstream-client.ts'
import { lacksProof } from '../../../flows/identity/bound-cookies.ts'
import { lastSignIn } from '../../../flows/identity/devices.ts'
import { ownsPasskey } from '../../../flows/identity/passkeys/signals.ts'
import type { Problem } from '../../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { previewClientId } from '../../../oidc/clients.ts'
import type { PasskeyFormTarget } from '../../../pages/authorization/passkey-form.tsx'
import { EmailPage } from '../../../pages/authorization/sign-in/email.tsx'
import { invitedFor } from '../../organizations/inviter.ts'
import type { PageContext } from '../../page-context.ts'
import { type InteractionPage, openInteractionPage, redirectToStep, signInPath } from '../interaction-page.ts'
import { offersPasskeys, passkeyPlace } from './passkey-place.ts'
import { startPath, takesAddress } from './steps.ts'

/** The first page of sign-in asks for an email address, or takes a passkey. */
export const emailRoutes = (context: PageContext) =>
  new Hono()
    // The page that most people wait for. No other page is compressed: what a stranger can put into a page, compressed
    // beside something secret, would tell them by its length when both are equal (the attack called BREACH). Here an
    // address that the browser remembers is only shown where the request has none.
    .get('/sign-in/:handle', compress(), async (c) => {
      const current = await openInteractionPage(context, c)
      return takesAddress(current.step) ? emailPage(current) : redirectToStep(current)
    })
    .post('/sign-in/:handle', async (c) => {
      const email = formField(await formParams(c.req.raw), 'email')
      const current = await openInteractionPage(context, c)
      if (!takesAddress(current.step)) return redirectToStep(current)
      const result = await submitEmail(context.deps, current, email, current.visitor)
      if (!result.ok) return emailPage(current, { problem: result.problem, email: email.slice(0, 254) })
      if (result.next === 'company') return seeOther(startPath(current))
      return seeOther(signInPath(current, result.next === 'choose' ? '/way' : '/code'))
    })

/** After a form, the page also shows the address that was typed and what is wrong with it or with the passkey. */
export async function emailPage(
  current: InteractionPage,
  { problem, email, passkey }: { problem?: Problem; email?: string; passkey?: PasskeyFormTarget } = {},
): Promise<Response> {
  const { client, context, interaction, person, visitor } = current
  const { act, formLost, loginHint } = interaction.request
  // The request says who they are: that they are somebody else is a link. A preview shows what everybody else sees.
  const hinted = client.id !== previewClientId && interaction.request.hintedSubject === person?.id
  const confirms = hinted && person?.email != null && !problem && loginHint !== ''
  const confirmed = confirms ? await addressToConfirm(context.deps, current) : null
  const frame = confirms ? withPerson(current, confirmed) : current.frame
  const create = interaction.request.prompt.includes('create')
  const last = create ? null : lastSignIn(context.deps, visitor.deviceCookie)
  const known = email ?? interaction.email ?? interaction.request.loginHint ?? (create ? '' : person?.email)
  const owns = confirms && (await ownsPasskey(context.deps, person.id))
  const offers = offersPasskeys(context) && (owns || !confirms)
  const target = passkey ?? (offers ? passkeyPlace(current) : null)
  const props = {
    action: signInPath(current),
    email: (confirms ? confirmed : known) ?? last?.address ?? '',
    confirms,
    waiting: { act, formLost },
    create,
    passkey: target && { ...target, firstOptions: await passkeyOptions(context.deps, current) },
    last: owns ? 'passkey' : last?.method,
    forgetAction: known == null && last?.address ? signInPath(current, '/forget') : null,
    social: { providers: offeredSocial(context.deps.config.social), action: startPath(current) },
    invited: await invitedFor(context, frame, current),
    unproven: lacksProof(context.deps, visitor),
    problem: problem && frame.words.problems[problem],
  }
  const status = problem || passkey?.problem ? 422 : 200
  return page(<EmailPage frame={frame} {...props} />, { status, script: true })
}

const withPerson = ({ frame }: InteractionPage, address: string | null): InteractionPage['frame'] => ({
  ...frame,
  leaveOptions: frame.leaveOptions && { ...frame.leaveOptions, address },
})
