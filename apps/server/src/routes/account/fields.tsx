import { Hono } from 'hono'
import { changeOwnFields, ownOrganizationFields } from '../../flows/account/own-fields.ts'
import { formField, formParams } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { AccountFieldsPage } from '../../pages/account/fields.tsx'
import { fieldsIn, isShownAgain, shownFields, shownIn } from '../field-forms.ts'
import { formStatus } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, saved } from './request.ts'

const path = '/account/fields'

/** What is kept about a person beside their profile: what they may see of it, and change. */
export const fieldRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openAccount(context, c, path)))
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openAccount(context, c, path, undefined, params)
      const { deps, signedIn, visitor } = request
      const organizationId = formField(params, 'organization') || null
      const given = fieldsIn(deps, organizationId === null ? 'person' : 'membership', params)
      try {
        const change = { given, shown: shownIn(params) }
        await changeOwnFields(deps, { userId: signedIn.person.id, organizationId }, change, visitor)
      } catch (error) {
        if (!isShownAgain(error)) throw error
        return show(request, { params, error, organizationId })
      }
      return saved(request, ['fields-saved'])
    })

async function show(
  request: AccountRequest,
  refused?: { params: Params; error: unknown; organizationId: string | null },
): Promise<Response> {
  const { deps, signedIn } = request
  const frame = accountFrame(request)
  const { person } = signedIn
  const asPerson = { readers: ['person'], place: 'account', seen: true } as const
  const refusedAt = (id: string | null) => (refused?.organizationId === id ? refused : undefined)
  const own = { ...asPerson, of: 'person', stored: person.fields, refused: refusedAt(null) } as const
  const memberships = await ownOrganizationFields(deps, person.id)
  const organizations = memberships.map(({ organizationId: id, name, fields, organizationFields }) => {
    const ofMember = { ...asPerson, of: 'membership', stored: fields, refused: refusedAt(id) } as const
    const values = shownFields(deps, frame, ofMember)
    const ofAll = shownFields(deps, frame, { ...asPerson, of: 'organization', stored: organizationFields })
    return { id, name, ...values, facts: [...values.facts, ...ofAll.facts] }
  })
  return page(
    <AccountFieldsPage
      frame={frame}
      own={shownFields(deps, frame, own)}
      organizations={organizations.filter(({ inputs, facts }) => inputs.length + facts.length > 0)}
    />,
    formStatus(refused),
  )
}
