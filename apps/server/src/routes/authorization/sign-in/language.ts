import { Hono } from 'hono'
import { setCookie } from '../../../http/cookies.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { HttpError } from '../../../http/http-error.ts'
import { seeOther } from '../../../http/responses.ts'
import type { PageContext } from '../../page-context.ts'

/** The language that a person chooses before we know who they are. The browser remembers it. */
export const languageRoutes = ({ deps, base }: PageContext) =>
  new Hono().post('/language', async (c) => {
    const params = await formParams(c.req.raw)
    const language = deps.languages.find(formField(params, 'language'))
    if (!language) throw new HttpError(400, 'there is no such language')
    return seeOther(pageOfSignIn(base, formField(params, 'back')), [setCookie(deps.config, 'language', language)])
  })

/** Only a page of sign-in: what a form says must not lead anywhere else. */
function pageOfSignIn(base: string, path: string): string {
  const pages = /^\/(?:sign-in|onboarding|consent)(?:\/[\w-]+){1,4}$/
  return path.startsWith(base) && pages.test(path.slice(base.length)) ? path : `${base}/`
}
