import { testLife } from '../../../flows/federation/activation.ts'
import { listConnectionDomains } from '../../../flows/federation/connection-domains.ts'
import { type ConnectionView, getConnection } from '../../../flows/federation/connections.ts'
import { listRoleMappings } from '../../../flows/federation/role-mappings.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { page } from '../../../http/responses.ts'
import { isInUse } from '../../../oidc/federation/connection.ts'
import { ConnectionPage, type ShownConnection } from '../../../pages/organizations/sso/connection.tsx'
import { addressesOf } from '../../federation/provider-values.ts'
import { shownAttempts } from '../../federation/shown-attempts.tsx'
import { formStatus } from '../../forms.ts'
import { type OrganizationRequest, organizationFrame, tabAddress } from '../request.ts'
import type { RefusedForm } from '../tab.ts'
import { givenBy, rolesToGive, whatGroupsGive } from './given-by-groups.ts'

/** The page of a connection, for those who may see the tab. */
export async function showConnection(
  request: OrganizationRequest,
  id: string,
  refused?: RefusedForm,
): Promise<Response> {
  const { deps, organization, roles } = request
  const named = { organizationId: organization.id, id }
  const connection = await getConnection(deps, named)
  const { attached, proven } = await listConnectionDomains(deps, organization.id)
  const frame = organizationFrame(request, refused?.problems)
  const [given, gives] = await Promise.all([
    rolesToGive(request),
    whatGroupsGive(request, connection.settings.allowOwner),
  ])
  const owner = connection.replacesId ?? id
  return page(
    <ConnectionPage
      frame={frame}
      connection={await shown(request, connection)}
      addresses={addressesOf(deps, connection)}
      domains={{
        attached: attached
          .filter(({ connectionId }) => connectionId === owner)
          .map((domain) => ({ ...domain, proven: proven.includes(domain.domain) })),
        free: proven.filter((name) => attached.every(({ domain }) => domain !== name)),
      }}
      roles={given}
      groups={{
        mappings: (await listRoleMappings(deps, named)).map((mapping) => ({
          ...mapping,
          gives: gives.find(({ value }) => value === givenBy(mapping))?.label ?? givenBy(mapping),
        })),
        gives,
      }}
      attempts={await shownAttempts(request, frame, { id, path: `${tabAddress(request, 'sso')}/${id}` })}
      isOwner={may(roles, 'own')}
    />,
    formStatus(refused),
  )
}

async function shown({ deps }: OrganizationRequest, connection: ConnectionView): Promise<ShownConnection> {
  const { organizationId, replacesId, testedAt } = connection
  const replaced =
    replacesId === null ? null : await getConnection(deps, { organizationId, id: replacesId }).catch(() => null)
  return {
    ...connection,
    inUse: isInUse(connection.state),
    replaces: replaced?.name ?? null,
    isTested: testedAt !== null && deps.now().getTime() - testedAt.getTime() < testLife,
  }
}
