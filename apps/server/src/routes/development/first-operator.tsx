import { type Context, Hono } from 'hono'
import { becomeFirstOperator, findFirstOperatorLink } from '../../flows/management/first-operator.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import { FirstOperatorPage } from '../../pages/development/first-operator.tsx'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { developerOnly } from './developer-only.ts'

/** The link that a development server prints while it has no operator. A GET changes nothing. */
export function firstOperatorRoutes(context: PageContext): Hono {
  const { deps, base } = context
  const guard = developerOnly(deps.config)
  const open = async (c: Context) => {
    const secret = pathParameter(c, 'secret')
    if (!(await findFirstOperatorLink(deps, secret)))
      throw new HttpError(404, 'this link was used, is older than an hour, or there is an operator already')
    const signedIn = await requireSignedIn(context, c, {
      back: `/dev/operator/${secret}`,
      recent: c.req.method === 'POST',
    })
    return { secret, signedIn }
  }
  return new Hono()
    .get('/dev/operator/:secret', guard, async (c) => {
      const { secret, signedIn } = await open(c)
      const frame = context.frame(c, null, ['en'])
      return page(<FirstOperatorPage frame={frame} address={signedIn.person.email ?? ''} secret={secret} />)
    })
    .post('/dev/operator/:secret', guard, async (c) => {
      const { secret, signedIn } = await open(c)
      if (!(await becomeFirstOperator(deps, signedIn.person.id, secret)))
        throw new HttpError(404, 'this link was used by somebody else')
      return seeOther(`${base}/admin`)
    })
}
