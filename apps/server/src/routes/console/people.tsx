import { type Context, Hono } from 'hono'
import { type DirectoryUser, listPeople } from '../../flows/management/directory.ts'
import { page } from '../../http/responses.ts'
import { PeoplePage } from '../../pages/console/people.tsx'
import { listingOf, paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { openConsole } from './request.tsx'

export const fullName = ({ givenName, familyName }: DirectoryUser): string =>
  [givenName, familyName].filter(Boolean).join(' ')

export const peopleRoutes = (context: PageContext) => {
  const list = async (c: Context) => {
    const { actor, frame } = await openConsole(context, c, 'people:read')
    const { query, after } = listingOf(c)
    const found = await listPeople(context.deps, actor, { after, limit: perPage + 1, query: query || undefined })
    const { rows, next } = paged(found, { query, after }, `${context.base}/admin/people`, ({ id }) => id)
    const people = rows.map((person) => ({
      id: person.id,
      name: fullName(person),
      email: person.emails.find(({ isPrimary }) => isPrimary)?.address ?? '',
      disabled: person.disabledAt !== null,
    }))
    return page(<PeoplePage frame={frame} query={query} people={people} next={next} />)
  }
  return new Hono().get('/admin', list).get('/admin/people', list)
}
