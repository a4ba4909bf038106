import { Hono } from 'hono'
import { enterCode } from '../../flows/device-grant/entry.ts'
import { formField, formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { normalizeUserCode, shownUserCode } from '../../oidc/user-codes.ts'
import { DeviceCodePage } from '../../pages/device/code.tsx'
import { accountFrame } from '../account/request.ts'
import type { PageContext } from '../page-context.ts'
import { codePath, decisionPath, requireFreshSignIn, sealRequest } from './device-pages.tsx'

/** The code as it is shown, if it can be one: nothing else that a link or a form says gets into a page. */
function shownIn(text: string): string {
  const code = normalizeUserCode(text)
  return code === null ? '' : shownUserCode(code)
}

const pathWith = (code: string): string => (code === '' ? codePath : `${codePath}?user_code=${code}`)

/** Where the person types the code (RFC 8628 section 3.3). */
export const deviceCodeRoutes = (context: PageContext) =>
  new Hono()
    .get(codePath, async (c) => {
      const code = shownIn(queryParams(c.req.raw).get('user_code') ?? '')
      const signedIn = await requireFreshSignIn(context, c, pathWith(code))
      const frame = accountFrame({ context, c, signedIn })
      return page(<DeviceCodePage frame={frame} action={`${context.base}${codePath}`} code={code} />)
    })
    .post(codePath, async (c) => {
      const typed = formField(await formParams(c.req.raw), 'user_code')
      const code = shownIn(typed)
      const signedIn = await requireFreshSignIn(context, c, pathWith(code))
      const id = await enterCode(context.deps, signedIn, typed, context.visitor(c))
      if (id !== null) return seeOther(`${context.base}${decisionPath}?request=${sealRequest(context, id, signedIn)}`)
      const frame = accountFrame({ context, c, signedIn })
      const problem = frame.words.device.wrong
      const action = `${context.base}${codePath}`
      return page(<DeviceCodePage frame={frame} action={action} code={code} problem={problem} />, { status: 422 })
    })
