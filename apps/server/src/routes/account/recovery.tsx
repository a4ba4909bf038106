import { Hono } from 'hono'
import { askForRecovery, findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { cancelRecovery } from '../../flows/account/recovery-cancellation.ts'
import { ownsPasskey } from '../../flows/identity/passkeys/signals.ts'
import { page, seeOther } from '../../http/responses.ts'
import { RecoveryPage } from '../../pages/account/recovery.tsx'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { saved } from './form.ts'
import { accountFrame } from './frame.ts'

const path = '/account/recovery'

/** Recovery for someone who is signed in and has lost their passkeys. */
export const recoveryRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => {
      const signedIn = await requireSignedIn(context, c, { back: path })
      const recovery = await findOpenRecovery(deps, signedIn.person.id, signedIn.session)
      // Without a passkey there is nothing to recover: they can add one.
      if (!recovery && !(await ownsPasskey(deps, signedIn.person.id))) return seeOther(`${base}/account/passkeys`)
      const readyAt = new Date(deps.now().getTime() + deps.config.passkeyRecoveryDelay * 1000)
      return page(<RecoveryPage frame={accountFrame(context, c, signedIn)} recovery={recovery} readyAt={readyAt} />)
    })
    .post(path, async (c) => {
      const signedIn = await requireSignedIn(context, c, { back: path, recent: true })
      await askForRecovery(deps, signedIn, context.visitor(c))
      return saved(context, path, ['recovery-requested'])
    })
    .post(`${path}/cancel`, async (c) => {
      const signedIn = await requireSignedIn(context, c, { back: path })
      const cancelled = await cancelRecovery(deps, signedIn, context.visitor(c))
      if (cancelled === null) return seeOther(`${base}${path}`)
      return cancelled === 'addresses'
        ? saved(context, '/account/addresses', ['undo-canceled'])
        : saved(context, '/account/passkeys', ['recovery-canceled'])
    })
}
