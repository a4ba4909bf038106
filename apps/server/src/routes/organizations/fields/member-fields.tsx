import { Hono } from 'hono'
import { viewOrganization } from '../../../flows/organizations/access.ts'
import { changeMemberFields, writersOf } from '../../../flows/organizations/member-fields.ts'
import { getMember } from '../../../flows/organizations/members/members.ts'
import { formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { MemberFieldsPage } from '../../../pages/organizations/fields.tsx'
import { addressWithNotice } from '../../done-notices.ts'
import { fieldsIn, isShownAgain, shownFields, shownIn } from '../../field-forms.ts'
import { formStatus } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type OrganizationPages, type OrganizationRequest, organizationAddress, organizationFrame } from '../request.ts'

/** The page of what an organization keeps about one of its members. */
export function memberFieldRoutesAt(pages: OrganizationPages, context: PageContext): Hono {
  const path = `${pages.route}/members/:user/fields`
  return new Hono()
    .get(path, async (c) => show(await pages.open(context, c, 'members')))
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await pages.open(context, c, 'members', { submitted: params })
      const { deps, actor, organization } = request
      const userId = pathParameter(c, 'user')
      await requireManager(request)
      try {
        const given = fieldsIn(deps, 'membership', params)
        const shown = shownIn(params)
        await changeMemberFields(deps, actor, { organizationId: organization.id, userId }, given, { shown })
      } catch (error) {
        if (!isShownAgain(error)) throw error
        return show(request, { params, error })
      }
      return seeOther(addressWithNotice(deps, addressOf(request, userId), ['fields-saved']))
    })
}

const addressOf = (request: OrganizationRequest, userId: string): string =>
  `${organizationAddress(request)}/members/${encodeURIComponent(userId)}/fields`

async function show(request: OrganizationRequest, refused?: { params: Params; error: unknown }): Promise<Response> {
  const { deps, c, actor, roles } = request
  const userId = pathParameter(c, 'user')
  await requireManager(request)
  const readers = writersOf(actor, roles, userId)
  const member = await getMember(deps, request, userId)
  const frame = organizationFrame(request)
  const place = actor.kind === 'operator' ? 'console' : 'organization'
  const shown = shownFields(deps, frame, { of: 'membership', stored: member.fields, readers, place, refused })
  const label = member.name || member.email || userId
  return page(
    <MemberFieldsPage frame={frame} action={addressOf(request, userId)} member={label} {...shown} />,
    formStatus(refused),
  )
}

/** Somebody who manages no members has a page of their own for what is theirs. The refusal is recorded. */
const requireManager = ({ deps, actor, organization }: OrganizationRequest) =>
  viewOrganization(deps, actor, organization.id, 'manage-members')
