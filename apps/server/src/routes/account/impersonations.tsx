import { Hono } from 'hono'
import {
  decideImpersonation,
  describeOwnImpersonation,
  listOwnImpersonations,
  viewImpersonation,
} from '../../flows/account/impersonations.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ImpersonationQuestionPage, OwnImpersonationsPage } from '../../pages/account/impersonations.tsx'
import { perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, openAccountForm } from './request.ts'

const path = '/account/impersonations'
const decisions = ['allow', 'decline', 'end'] as const

/** What operators asked for and did as this person. The link of a mail leads here, and only a form of this page decides. */
export const impersonationRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => {
      const request = await openAccount(context, c, path)
      const before = queryParams(c.req.raw).get('before') ?? null
      const found = await listOwnImpersonations(deps, request.signedIn, { before, limit: perPage + 1 })
      const last = found.length > perPage ? found[perPage - 1] : undefined
      return page(
        <OwnImpersonationsPage
          frame={accountFrame(request)}
          impersonations={found.slice(0, perPage)}
          older={last ? `${base}${path}?before=${last.id}` : null}
        />,
      )
    })
    .get(`${path}/:id`, async (c) => {
      const id = pathParameter(c, 'id')
      return showQuestion(await openAccount(context, c, `${path}/${id.replace(/[^0-9a-f]/g, '')}`), id)
    })
    .post(`${path}/:id`, async (c) => {
      const id = pathParameter(c, 'id')
      const { signedIn, visitor, value } = await openAccountForm(context, c, path)
      const decision = decisions.find((name) => name === value('decision'))
      if (!decision) throw new HttpError(400, 'the decision is missing')
      const done = await decideImpersonation(deps, signedIn, id, decision, visitor.network)
      return seeOther(`${base}${path}/${id}?done=${done ? decision : 'late'}`)
    })
}

async function showQuestion(request: AccountRequest, id: string): Promise<Response> {
  const { deps, c, signedIn } = request
  const found = await viewImpersonation(deps, signedIn, id)
  const shown = await describeOwnImpersonation(deps, found)
  const frame = accountFrame(request)
  const texts = frame.words.console.impersonation
  const said = new Map([
    ['allow', texts.saidAllowed({ operator: shown.operator })],
    ['decline', texts.saidDeclined({ operator: shown.operator })],
    ['end', texts.saidEndedByPerson({ operator: shown.operator })],
    ['late', texts.saidLate],
  ])
  const notice = said.get(queryParams(c.req.raw).get('done') ?? '') ?? null
  return page(
    <ImpersonationQuestionPage
      frame={{ ...frame, done: '' }}
      impersonation={{ ...shown, own: found.userId === signedIn.person.id }}
      notice={notice}
    />,
  )
}
