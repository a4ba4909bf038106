import { Hono } from 'hono'
import { getPerson, getPersonByAddress } from '../../../flows/management/directory.ts'
import { type MergePlan, previewMerge } from '../../../flows/management/people/person-merge.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { page } from '../../../http/responses.ts'
import { MergePage } from '../../../pages/console/people/merge.tsx'
import { problemText } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsoleToAct } from '../request.ts'
import { pathOfPerson } from './labels.ts'

/** What merging another account into this one would move. It changes nothing; the form posts to the person's page. */
export const mergeRoutes = (context: PageContext) =>
  new Hono().get('/admin/people/:user/merge', async (c) =>
    showPlan(await openConsoleToAct(context, c, 'people:delete')),
  )

async function showPlan({ deps, base, c, actor, frame }: ConsoleRequest): Promise<Response> {
  const intoId = pathParameter(c, 'user')
  await getPerson(deps, actor, intoId)
  const typed = formField(queryParams(c.req.raw), 'other').replaceAll('\0', '').trim().slice(0, 254)
  const fromId = await findOther({ deps, actor }, typed)
  const words = frame.words.console.people
  const path = `${base}${pathOfPerson(intoId)}`
  const plan: MergePlan | null = fromId ? await previewMerge(deps, actor, fromId, intoId) : null
  const refused = noticeOf(c).done
  const problem = !plan
    ? typed && words.mergeNotFound
    : (problemText(frame, plan.problem) ??
      (refused === 'changed-meanwhile' ? words.mergeChanged : undefined) ??
      (refused === 'last-owner' ? problemText(frame, 'last-owner') : undefined))
  return page(
    <MergePage
      frame={frame}
      path={path}
      plan={plan}
      typed={typed}
      swapped={plan && `${base}${pathOfPerson(plan.from.id)}/merge?${new URLSearchParams({ other: intoId })}`}
      problem={problem}
    />,
    { status: plan ? 200 : 422 },
  )
}

async function findOther(
  { deps, actor }: Pick<ConsoleRequest, 'deps' | 'actor'>,
  typed: string,
): Promise<string | null> {
  try {
    const person = typed.includes('@')
      ? await getPersonByAddress(deps, actor, typed.toLowerCase())
      : await getPerson(deps, actor, typed)
    return person.id
  } catch (error) {
    if (error instanceof OperationRefused && error.reason === 'not-found') return null
    throw error
  }
}
