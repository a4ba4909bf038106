import { Hono } from 'hono'
import { addPasskey, newPasskeyOptions } from '../../../flows/account/passkeys.ts'
import { signInAgain } from '../../../flows/authorization/sign-in/account.ts'
import { noteMissingPasskey } from '../../../flows/authorization/sign-in/passkey.ts'
import { findCodeAddress } from '../../../flows/federation/discovery.ts'
import { ownsPasskey } from '../../../flows/identity/passkeys/signals.ts'
import { proofOf } from '../../../flows/identity/step-up.ts'
import { formParams } from '../../../http/forms.ts'
import { json, page, seeOther } from '../../../http/responses.ts'
import { essentialAcr } from '../../../oidc/acr.ts'
import { leastAcr } from '../../../oidc/resources.ts'
import type { PasskeyFormTarget } from '../../../pages/authorization/passkey-form.tsx'
import { RequiredPasskeyPage } from '../../../pages/authorization/sign-in/required-passkey.tsx'
import type { PageContext } from '../../page-context.ts'
import { passkeyMade } from '../device-cookie.ts'
import {
  type InteractionPage,
  isAtStep,
  openInteractionPage,
  redirectToStep,
  sendDenial,
  signInPath,
} from '../interaction-page.ts'
import { passkeyPlace } from './passkey-place.ts'

/** The request requires more than a mailed code: the person uses a passkey, or creates their first one. */
export const requiredPasskeyRoutes = (context: PageContext) =>
  new Hono()
    .get('/sign-in/:handle/passkey', async (c) => {
      const current = await openInteractionPage(context, c)
      return current.step.kind === 'use-passkey' ? requiredPasskeyPage(current) : redirectToStep(current)
    })
    .post('/sign-in/:handle/passkey/new/options', async (c) => {
      const current = await openInteractionPage(context, c)
      if (!isAtStep(current, 'use-passkey')) return json({ error: 'access_denied' }, 403)
      const result = await newPasskeyOptions(context.deps, current)
      return result.ok ? json(result.options) : json({ error: result.problem }, 403)
    })
    .post('/sign-in/:handle/passkey/new', async (c) => {
      const credential = (await formParams(c.req.raw)).get('credential') ?? ''
      const current = await openInteractionPage(context, c)
      if (!isAtStep(current, 'use-passkey')) return redirectToStep(current)
      const problem = await addPasskey(context.deps, current, credential, current.visitor)
      if (problem === 'passkey-refused') return requiredPasskeyPage(current, passkeyPlace(current, problem))
      return seeOther(signInPath(current, '/passkey'), problem ? [] : passkeyMade(context, c))
    })
    .post('/sign-in/:handle/passkey/choice', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      const current = await openInteractionPage(context, c)
      if (current.step.kind !== 'use-passkey') return redirectToStep(current)
      if (decision === 'again') {
        await signInAgain(context.deps, current, { byCode: (await missingOf(current)) === 'own-sign-in' })
        return seeOther(signInPath(current))
      }
      noteMissingPasskey(context.deps, current, current.visitor)
      const demanded = essentialAcr(current.interaction.request) ?? leastAcr(current.resources)
      const code = demanded ? 'unmet_authentication_requirements' : 'access_denied'
      return sendDenial(current, 'the person has no passkey that would do', code)
    })

/** What somebody lacks to create a passkey here. */
const missingOf = async ({ context, session, person }: InteractionPage) =>
  session && person ? (await proofOf(context.deps, { session, person }, 'passkeys')).missing : null

export async function requiredPasskeyPage(
  current: InteractionPage,
  place: PasskeyFormTarget = passkeyPlace(current),
): Promise<Response> {
  const { context, frame, interaction, person, step } = current
  const first = person !== null && !(await ownsPasskey(context.deps, person.id))
  const missing = await missingOf(current)
  const own = missing === 'own-sign-in'
  const create = {
    ...place,
    options: signInPath(current, '/passkey/new/options'),
    action: signInPath(current, '/passkey/new'),
  }
  const props = {
    place: first ? create : place,
    create: first,
    again:
      (first && missing === 'sign-in-again') ||
      (own && (await findCodeAddress(context.deps, person?.id ?? '')) !== null),
    own,
    deviceBound: step.kind === 'use-passkey' && step.acr === 'phrh',
    action: signInPath(current, '/passkey/choice'),
    waiting: { act: interaction.request.act, formLost: interaction.request.formLost },
    recoveryUrl: `${context.base}/account/recovery`,
  }
  return page(<RequiredPasskeyPage frame={frame} {...props} />, { status: place.problem ? 422 : 200, script: true })
}
