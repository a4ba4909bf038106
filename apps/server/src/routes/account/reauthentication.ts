import { Hono } from 'hono'
import type { SensitiveChange } from '../../flows/identity/step-up.ts'
import { formParams } from '../../http/forms.ts'
import { seeOther } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'

/** Pages that require another sign-in before they show their forms, with what those forms change. */
const guardedPages: ReadonlyMap<string, SensitiveChange | undefined> = new Map([
  ['addresses', 'addresses'],
  ['phone', 'phone'],
  ['passkeys', 'passkeys'],
  ['data', undefined],
])

/** Signs in again and returns. The page is named by a word, never by a URL from the request. */
export const reauthenticationRoutes = (context: PageContext) =>
  new Hono().post('/account/confirm', async (c) => {
    const wanted = (await formParams(c.req.raw)).get('back') ?? ''
    const name = guardedPages.has(wanted) ? wanted : 'passkeys'
    const back = `/account/${name}`
    await requireSignedIn(context, c, { back, recent: true, change: guardedPages.get(name) })
    return seeOther(`${context.base}${back}`)
  })
