import { Hono } from 'hono'
import { askForRecovery, findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { cancelRecovery } from '../../flows/account/recovery-cancellation.ts'
import { ownsPasskey } from '../../flows/identity/passkeys/signals.ts'
import { page, seeOther } from '../../http/responses.ts'
import { RecoveryPage } from '../../pages/account/recovery.tsx'
import type { PageContext } from '../page-context.ts'
import { accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/recovery'

/** Recovery for someone who is signed in and has lost their passkeys. */
export const recoveryRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => {
      const request = await openAccount(context, c, path)
      const { person, session } = request.signedIn
      const recovery = await findOpenRecovery(deps, person.id, session)
      // Without a passkey there is nothing to recover: they can add one.
      if (!recovery && !(await ownsPasskey(deps, person.id))) return seeOther(`${base}/account/passkeys`)
      const readyAt = new Date(deps.now().getTime() + deps.config.passkeyRecoveryDelay * 1000)
      return page(<RecoveryPage frame={accountFrame(request)} recovery={recovery} readyAt={readyAt} />)
    })
    .post(path, async (c) => {
      const request = await openAccountForm(context, c, path, 'recent')
      await askForRecovery(deps, request.signedIn, request.visitor)
      return saved(request, ['recovery-requested'])
    })
    .post(`${path}/cancel`, async (c) => {
      const request = await openAccount(context, c, path)
      const cancelled = await cancelRecovery(deps, request.signedIn, request.visitor)
      if (cancelled === null) return seeOther(`${base}${path}`)
      return cancelled === 'addresses'
        ? saved(request, ['undo-canceled'], { to: '/account/addresses' })
        : saved(request, ['recovery-canceled'], { to: '/account/passkeys' })
    })
}
