import { Hono } from 'hono'
import { getPerson, updatePerson } from '../../../flows/management/directory.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { PersonFieldsPage } from '../../../pages/console/people/fields.tsx'
import { addressWithNotice } from '../../done-notices.ts'
import { fieldsIn, isShownAgain, shownFields, shownIn } from '../../field-forms.ts'
import { formStatus } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, openConsole, openForm } from '../request.ts'
import { labelOf, pathOfPerson } from './labels.ts'

const path = '/admin/people/:user/fields'

/** The values of declared fields of a person. */
export const personFieldRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openConsole(context, c, 'people:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'people:write')
      const { deps, actor, params } = form
      const id = pathParameter(c, 'user')
      try {
        await updatePerson(deps, actor, id, {
          form: {},
          fields: fieldsIn(deps, 'person', params),
          shown: shownIn(params),
        })
      } catch (error) {
        if (!isShownAgain(error)) throw error
        return show(form, { params, error })
      }
      return seeOther(addressWithNotice(deps, `${context.base}${pathOfPerson(id)}/fields`, ['fields-saved']))
    })

async function show(request: ConsoleRequest, refused?: { params: Params; error: unknown }): Promise<Response> {
  const { deps, base, c, actor, frame, may, addressText } = request
  const id = pathParameter(c, 'user')
  const person = await getPerson(deps, actor, id)
  const place = { of: 'person', stored: person.fields, readers: ['operator'], place: 'console', refused } as const
  const values = shownFields(deps, frame, place)
  const own = { label: labelOf(person, addressText), path: `${base}${pathOfPerson(id)}` }
  const shown = may('people:write') ? values : { inputs: [], facts: [...values.inputs, ...values.facts] }
  return page(<PersonFieldsPage frame={frame} person={own} {...shown} />, formStatus(refused))
}
