import { Hono } from 'hono'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { addPasskey, changePasskeyName, newPasskeyOptions, removePasskey } from '../../flows/account/passkeys.ts'
import { ownPasskeys } from '../../flows/account/views.ts'
import { linkedIdentities, removeIdentity } from '../../flows/federation/linked-identities.ts'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import { knownPasskeys } from '../../flows/identity/passkeys/signals.ts'
import { findSignedIn } from '../../flows/identity/signed-in.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { json, page } from '../../http/responses.ts'
import { PasskeysPage } from '../../pages/account/passkeys.tsx'
import type { DoneWord } from '../../pages/done-notices.ts'
import { passkeyMade } from '../authorization/device-cookie.ts'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, guardedFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/passkeys'

export const passkeyRoutes = (context: PageContext) => {
  const { deps } = context
  const answer = async (request: AccountRequest, problem: Problem | null, said: DoneWord, cookies?: string[]) =>
    problem ? showPasskeys(request, problem) : saved(request, [said], { cookies })
  return new Hono()
    .get(path, async (c) => showPasskeys(await openAccount(context, c, path)))
    .post(`${path}/options`, async (c) => {
      const signedIn = await findSignedIn(deps, context.visitor(c))
      const result = signedIn && (await newPasskeyOptions(deps, signedIn))
      return result?.ok ? json(result.options) : json({ error: result?.problem ?? 'login_required' }, 403)
    })
    .post(path, async (c) => {
      const form = await openAccountForm(context, c, path, 'passkeys')
      const problem = await addPasskey(deps, form.signedIn, form.value('credential'), form.visitor)
      return answer(form, problem, 'passkey-added', passkeyMade(context, c))
    })
    .post(`${path}/rename`, async (c) => {
      const form = await openAccountForm(context, c, path, 'recent')
      const { signedIn, visitor, value } = form
      const problem = await changePasskeyName(deps, signedIn, value('id'), value('name'), visitor.network)
      return answer(form, problem, 'passkey-renamed')
    })
    .post(`${path}/remove`, async (c) => {
      const form = await openAccountForm(context, c, path, 'passkeys')
      return answer(form, await removePasskey(deps, form.signedIn, form.value('id'), form.visitor), 'passkey-removed')
    })
    .post(`${path}/unlink`, async (c) => {
      const form = await openAccountForm(context, c, path, 'passkeys')
      return answer(
        form,
        await removeIdentity(deps, form.signedIn, form.value('id'), form.visitor),
        'identity-unlinked',
      )
    })
}

async function showPasskeys(request: AccountRequest, problem?: Problem): Promise<Response> {
  const { deps, signedIn } = request
  const { base } = request.context
  const passkeys = await ownPasskeys(deps, signedIn)
  const identities = await linkedIdentities(deps, signedIn.person.id)
  const frame = await guardedFrame(request, 'passkeys')
  return page(
    <PasskeysPage
      frame={frame}
      passkeys={passkeys}
      identities={identities}
      recovery={await findOpenRecovery(deps, signedIn.person.id, signedIn.session)}
      place={relyingParty(deps) ? { options: `${base}${path}/options`, action: `${base}${path}` } : null}
      known={knownPasskeys(deps, signedIn.person, passkeys)}
      problem={problemText(frame, problem)}
    />,
    { ...formStatus(problem), script: true },
  )
}
