import { Hono } from 'hono'
import { passkeyOptions, submitPasskey } from '../../../flows/authorization/sign-in/passkey.ts'
import { unknownCredential } from '../../../flows/identity/passkeys/signals.ts'
import { formParams } from '../../../http/forms.ts'
import { json } from '../../../http/responses.ts'
import type { PageContext } from '../../page-context.ts'
import { completeSignIn, openInteractionPage, redirectToStep } from '../interaction-page.ts'
import { companyPage, wayPage } from './company.tsx'
import { emailPage } from './email.tsx'
import { passkeyPlace } from './passkey-place.ts'
import { requiredPasskeyPage, requiredPasskeyRoutes } from './required-passkey.tsx'
import { takesPasskey } from './steps.ts'

/** Signing in with a passkey, from the first page or because the request asks for one. */
export const passkeyRoutes = (context: PageContext) =>
  new Hono()
    // The options do not depend on who is asked, so they reveal nothing about an account.
    .post('/sign-in/:handle/passkey/options', async (c) => {
      const options = await passkeyOptions(context.deps, await openInteractionPage(context, c))
      return options ? json(options) : json({ error: 'not_found' }, 404)
    })
    .post('/sign-in/:handle/passkey', async (c) => {
      const credential = (await formParams(c.req.raw)).get('credential') ?? ''
      const current = await openInteractionPage(context, c)
      const { kind } = current.step
      if (!takesPasskey(current.step)) return redirectToStep(current)
      const result = await submitPasskey(context.deps, current, credential, current.visitor)
      if (result.ok) return completeSignIn(current, result)
      const unknown = result.problem === 'passkey-unknown' ? unknownCredential(context.deps, credential) : null
      const passkey = passkeyPlace(current, result.problem, unknown)
      if (kind === 'use-passkey') return requiredPasskeyPage(current, passkey)
      if (kind === 'sign-in-at') return companyPage(current, passkey)
      return kind === 'choose-way' ? wayPage(current, passkey) : emailPage(current, { passkey })
    })
    .route('/', requiredPasskeyRoutes(context))
