import { Hono } from 'hono'
import { companyChoices, offeredConnection } from '../../../flows/authorization/federation/choices.ts'
import { submitEmail } from '../../../flows/authorization/sign-in/email.ts'
import { offeredSocial } from '../../../flows/federation/upstream/upstream-client.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { PasskeyFormTarget } from '../../../pages/authorization/passkey-form.tsx'
import { CompanyPage, WayPage } from '../../../pages/authorization/sign-in/company.tsx'
import { type PageContext, pathOfStep } from '../../page-context.ts'
import { type InteractionPage, openInteractionPage, redirectToStep, signInPath } from '../interaction-page.ts'
import { mayGoBackTo } from '../leave-options.ts'
import { offersPasskeys, passkeyPlace } from './passkey-place.ts'
import { startPath, takesAddress } from './steps.ts'

/** The pages of people whose organization signs them in. */
export const companyRoutes = (context: PageContext) =>
  new Hono()
    .get('/sign-in/:handle/company', async (c) => companyPage(await openInteractionPage(context, c)))
    .get('/sign-in/:handle/way', async (c) => wayPage(await openInteractionPage(context, c)))
    // They would rather have a code.
    .post('/sign-in/:handle/way', async (c) => {
      const current = await openInteractionPage(context, c)
      if (current.step.kind !== 'choose-way') return redirectToStep(current)
      const address = current.interaction.email ?? current.interaction.request.loginHint ?? ''
      const result = await submitEmail(context.deps, current, address, current.visitor, { byCode: true })
      return seeOther(signInPath(current, result.ok && result.next === 'code' ? '/code' : ''))
    })

export async function companyPage(current: InteractionPage, passkey?: PasskeyFormTarget): Promise<Response> {
  const { context, frame, handle, interaction, person, step } = current
  const choices = await companyChoices(context.deps, current)
  if (!choices) return redirectToStep(current)
  const { organization, connections, mayOpenSettings } = choices
  const mayChooseOther = person !== null && mayGoBackTo(current, 'choose-organization')
  const props = {
    organization: organization.name,
    connections: connections.map((connection) => ({ ...connection, action: startPath(current) })),
    passkey: passkey ?? (offersPasskeys(context) ? passkeyPlace(current) : null),
    settings: mayOpenSettings ? `${context.base}/organizations/${organization.slug}/bypass` : null,
    otherAddress: takesAddress(step) ? signInPath(current) : null,
    others: mayChooseOther ? pathOfStep(context.base, handle, { kind: 'choose-organization' }) : null,
    waiting: { act: interaction.request.act, formLost: interaction.request.formLost },
  }
  return page(<CompanyPage frame={frame} {...props} />, { status: passkey?.problem ? 422 : 200, script: true })
}

export async function wayPage(current: InteractionPage, passkey?: PasskeyFormTarget): Promise<Response> {
  const { context, frame } = current
  const connection = await offeredConnection(context.deps, current)
  if (!connection) return redirectToStep(current)
  const props = {
    connection: { ...connection, action: startPath(current) },
    action: signInPath(current, '/way'),
    otherAddress: signInPath(current),
    passkey: passkey ?? (offersPasskeys(context) ? passkeyPlace(current) : null),
    social: offeredSocial(context.deps.config.social),
  }
  return page(<WayPage frame={frame} {...props} />, { status: passkey?.problem ? 422 : 200, script: true })
}
