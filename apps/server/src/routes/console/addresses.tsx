import { Hono } from 'hono'
import { getPerson } from '../../flows/management/directory.ts'
import { showAddresses } from '../../flows/management/person-addresses.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import { AddressesPage } from '../../pages/console/addresses.tsx'
import type { PageContext } from '../page-context.ts'
import { nameOf } from './people/labels.ts'
import { openConsole } from './request.tsx'

/** The whole addresses of a person, by a click that is recorded. */
export const addressRoutes = (context: PageContext) => {
  const path = '/admin/people/:person/addresses'
  return new Hono()
    .get(path, async (c) => {
      await openConsole(context, c, 'people:show-addresses')
      return seeOther(`${context.base}/admin/people/${encodeURIComponent(pathParameter(c, 'person'))}`)
    })
    .post(path, async (c) => {
      const { actor, frame, addressText } = await openConsole(context, c, 'people:show-addresses')
      const id = pathParameter(c, 'person')
      const person = await getPerson(context.deps, actor, id)
      const primary = person.emails.find(({ isPrimary }) => isPrimary)?.address
      const label = nameOf(person) || (primary ? addressText(primary) : id)
      const addresses = await showAddresses(context.deps, actor, id)
      return page(<AddressesPage frame={frame} person={{ id, label }} addresses={addresses} />)
    })
}
