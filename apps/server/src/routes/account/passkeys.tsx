import { type Context, Hono } from 'hono'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { addPasskey, changePasskeyName, newPasskeyOptions, removePasskey } from '../../flows/account/passkeys.ts'
import { ownPasskeys } from '../../flows/account/views.ts'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import { knownPasskeys } from '../../flows/identity/passkeys/signals.ts'
import { findSignedIn, type SignedIn } from '../../flows/identity/signed-in.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { json, page } from '../../http/responses.ts'
import { PasskeysPage } from '../../pages/account/passkeys.tsx'
import type { SaidWord } from '../../pages/said.ts'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm, saved } from './form.ts'
import { guardedFrame } from './frame.ts'

const path = '/account/passkeys'

export const passkeyRoutes = (context: PageContext) => {
  const { deps } = context
  const answer = (c: Context, signedIn: SignedIn, problem: Problem | null, said: SaidWord) =>
    problem ? showPasskeys(context, c, signedIn, problem) : saved(context, path, [said])
  return new Hono()
    .get(path, async (c) => showPasskeys(context, c, await requireSignedIn(context, c, { back: path })))
    .post(`${path}/options`, async (c) => {
      const signedIn = await findSignedIn(deps, context.visitor(c))
      const result = signedIn && (await newPasskeyOptions(deps, signedIn))
      return result?.ok ? json(result.options) : json({ error: result?.problem ?? 'login_required' }, 403)
    })
    .post(path, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'passkeys')
      return answer(c, signedIn, await addPasskey(deps, signedIn, value('credential'), visitor), 'passkey-added')
    })
    .post(`${path}/rename`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'recent')
      const problem = await changePasskeyName(deps, signedIn, value('id'), value('name'), visitor.network)
      return answer(c, signedIn, problem, 'passkey-renamed')
    })
    .post(`${path}/remove`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'passkeys')
      return answer(c, signedIn, await removePasskey(deps, signedIn, value('id'), visitor), 'passkey-removed')
    })
}

async function showPasskeys(
  context: PageContext,
  c: Context,
  signedIn: SignedIn,
  problem?: Problem,
): Promise<Response> {
  const { deps, base } = context
  const passkeys = await ownPasskeys(deps, signedIn)
  const frame = await guardedFrame(context, c, signedIn, 'passkeys')
  return page(
    <PasskeysPage
      frame={frame}
      passkeys={passkeys}
      recovery={await findOpenRecovery(deps, signedIn.person.id, signedIn.session)}
      place={relyingParty(deps) ? { options: `${base}${path}/options`, action: `${base}${path}` } : null}
      known={knownPasskeys(deps, signedIn.person, passkeys)}
      problem={problemText(frame, problem)}
    />,
    { ...formStatus(problem), script: true },
  )
}
