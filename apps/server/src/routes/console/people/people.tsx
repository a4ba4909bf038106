import { Hono } from 'hono'
import {
  exportPeople,
  isSearchComplete,
  listPeoplePage,
  type PeopleQuery,
  peopleOrders,
  personStates,
  signInFilters,
} from '../../../flows/management/people/people-list.ts'
import { textOfValue, valuesFor } from '../../../flows/platform/fields/field-values.ts'
import { csvResponse } from '../../../http/csv.ts'
import { formField } from '../../../http/forms.ts'
import { HttpError } from '../../../http/http-error.ts'
import { queryParams } from '../../../http/query.ts'
import { page } from '../../../http/responses.ts'
import type { Field } from '../../../oidc/fields/field.ts'
import type { Params } from '../../../oidc/params.ts'
import { type PeopleForm, PeoplePage } from '../../../pages/console/people/people.tsx'
import { readPosition, writePosition } from '../../cursor.ts'
import { perPage } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'
import { addressOf, nameOf, pathOfPerson, shownAddressOf } from './labels.ts'
import { actOnPeople, peopleActs, resultOf } from './people-acts.tsx'

const path = '/admin/people'

export const peopleRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showPeople(await openConsole(context, c, 'people:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'accounts:know', peopleActs)
      const { deps, actor, params } = form
      if (form.value('action')) return actOnPeople(form, listLink(form.base, formOf(params), form.value('after')))
      const people = await exportPeople(deps, actor, queryOf(formOf(params), true))
      if (!people) throw new HttpError(404, 'there is no such organization')
      const fields = deps.fields.of('person')
      const header = [...csvHeader, ...fields.map(({ key }) => `fields.${key}`)]
      return csvResponse('people.csv', header, csvRows(people, fields))
    })

async function showPeople(request: ConsoleRequest): Promise<Response> {
  const { deps, base, c, frame, may, addressText } = request
  const params = queryParams(c.req.raw)
  const form = formOf(params)
  const know = may('accounts:know')
  const cursor = formField(params, 'after')
  const acted = await resultOf(request)
  const filters = [...Object.values(form), know]
  const listed = await listPeoplePage(deps, queryOf(form, know), {
    after: readPosition(deps, cursor, filters),
    limit: perPage,
  })
  const { people, order, next } = listed ?? { people: [], order: null, next: null }
  const link = (changed: { after?: string; sort?: string } = {}) =>
    listLink(base, { ...form, ...(changed.sort ? { sort: changed.sort } : {}) }, changed.after)
  return page(
    <PeoplePage
      frame={frame}
      notice={noticeOf(c).done === 'deleted' ? frame.words.console.people.deleted : (acted?.notice ?? '')}
      leftOut={acted?.leftOut ?? []}
      form={form}
      after={cursor}
      people={{
        rows: people.map((person) => ({
          ...person,
          href: `${base}${pathOfPerson(person.id)}`,
          name: nameOf(person),
          address: addressText(shownAddressOf(person)),
          unverified: addressOf(person) === '' && person.unverifiedAddress !== null,
        })),
        next: next && link({ after: writePosition(deps, next, filters) }),
        first: cursor === '' ? null : link(),
      }}
      sorting={{ order: order ?? form.sort, link: (sort) => link({ sort }) }}
      sortedBy={form.organization && !form.query ? 'joined' : order && order !== form.sort ? order : null}
      knows={know}
      mayCreate={may('people:write')}
      mayAct={may('people:write')}
      noOrganization={listed === null}
      preparing={form.query !== '' && !(await isSearchComplete(deps))}
    />,
  )
}

/** The list that was asked for, from a position on. */
const listLink = (base: string, form: PeopleForm, after = ''): string =>
  `${base}${path}?${new URLSearchParams(Object.entries({ ...form, after }).filter(([, value]) => value))}`

/** What the form or the URL asked for. Values that do not exist are as good as none. */
function formOf(params: Params): PeopleForm {
  const field = (name: string) => formField(params, name).replaceAll('\0', '').trim().slice(0, 254)
  const known = (name: string, values: readonly string[]) => (values.includes(field(name)) ? field(name) : '')
  return {
    query: field('query'),
    state: known('state', personStates),
    organization: field('organization'),
    sign_in: known('sign_in', signInFilters),
    sort: known('sort', peopleOrders) || 'newest',
  }
}

const queryOf = (form: PeopleForm, addresses: boolean): PeopleQuery => ({
  query: form.query,
  addresses,
  state: personStates.find((state) => state === form.state) ?? null,
  organization: form.organization,
  signIn: signInFilters.find((filter) => filter === form.sign_in) ?? null,
  order: peopleOrders.find((order) => order === form.sort) ?? 'newest',
})

const csvHeader = ['id', 'email', 'given_name', 'family_name', 'state', 'created_at', 'last_sign_in_at']

async function* csvRows(
  people: NonNullable<Awaited<ReturnType<typeof exportPeople>>>,
  fields: readonly Field[],
): AsyncGenerator<string[], void> {
  for await (const person of people) {
    const values = valuesFor(fields, person.fields, ['operator'])
    yield [
      person.id,
      addressOf(person),
      person.givenName ?? '',
      person.familyName ?? '',
      person.disabledAt ? 'disabled' : 'active',
      person.createdAt.toISOString(),
      person.lastSignInAt?.toISOString() ?? '',
      ...fields.map(({ key }) => textOfValue(values[key])),
    ]
  }
}
