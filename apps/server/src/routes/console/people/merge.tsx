import { Hono } from 'hono'
import { getPerson, getPersonByAddress } from '../../../flows/management/directory.ts'
import { type MergePlan, previewMerge } from '../../../flows/management/people/person-merge.ts'
import { hasStored, valuesFor } from '../../../flows/platform/fields/field-values.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { page } from '../../../http/responses.ts'
import { fieldReaders } from '../../../oidc/fields/field.ts'
import { MergePage } from '../../../pages/console/people/merge.tsx'
import { shownField } from '../../field-forms.ts'
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
      plan={plan && { ...plan, values: valuesOf({ deps, frame }, plan) }}
      typed={typed}
      swapped={plan && `${base}${pathOfPerson(plan.from.id)}/merge?${new URLSearchParams({ other: intoId })}`}
      problem={problem}
    />,
    { status: plan ? 200 : 422 },
  )
}

/** What becomes of each value of the account that goes: it fills a gap of the other one, or is deleted. */
function valuesOf({ deps, frame }: Pick<ConsoleRequest, 'deps' | 'frame'>, { from, into, memberships }: MergePlan) {
  const { people } = frame.words.console
  const groups = [
    { of: 'person', where: null, own: into.fields, other: from.fields },
    ...memberships.map(({ name, fields }) => ({ of: 'membership', where: name, ...fields }) as const),
  ] as const
  return groups.flatMap(({ of, where, own, other }) => {
    const fields = deps.fields.of(of)
    const [kept, goes] = [valuesFor(fields, own, fieldReaders), valuesFor(fields, other, fieldReaders)]
    return fields.flatMap((field) => {
      const value = shownField(frame, field, goes[field.key]).text
      const stays = shownField(frame, field, kept[field.key])
      if (goes[field.key] === undefined || (hasStored(own, field.key) && value === stays.text)) return []
      const said = hasStored(own, field.key)
        ? people.mergeKept({ value: stays.text || '–', other: value })
        : people.mergeMoves({ value })
      return [{ where, label: stays.label, said }]
    })
  })
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
