import { Hono } from 'hono'
import { getPerson } from '../../flows/management/directory.ts'
import { showAddresses } from '../../flows/management/person-access.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import { AddressesPage } from '../../pages/console/addresses.tsx'
import type { PageContext } from '../page-context.ts'
import { labelOf, pathOfPerson } from './people/labels.ts'
import { openConsole } from './request.ts'

const path = '/admin/people/:person/addresses'

/** The whole addresses of a person, by a click that is recorded. */
export const addressRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      await openConsole(context, c, 'people:show-addresses')
      return seeOther(`${context.base}${pathOfPerson(pathParameter(c, 'person'))}`)
    })
    .post(path, async (c) => {
      const { deps, actor, frame, addressText } = await openConsole(context, c, 'people:show-addresses')
      const id = pathParameter(c, 'person')
      const label = labelOf(await getPerson(deps, actor, id), addressText)
      const addresses = await showAddresses(deps, actor, id)
      return page(<AddressesPage frame={frame} person={{ id, label }} addresses={addresses} />)
    })
