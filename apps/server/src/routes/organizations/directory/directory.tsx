import { directoryBaseUrl } from '../../../flows/directory/base-url.ts'
import { findDirectory } from '../../../flows/directory/directories.ts'
import { groupsToMap } from '../../../flows/directory/groups.ts'
import { listGroupMappings } from '../../../flows/directory/mappings.ts'
import { directoryCounts, recentRequests, waitingPeople } from '../../../flows/directory/requests.ts'
import { directoryState } from '../../../flows/directory/state.ts'
import { listDirectoryTokens } from '../../../flows/directory/tokens.ts'
import type { DirectoryRecord, GroupMapping, WaitingUser } from '../../../flows/directory/types.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { formField } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import type { Choice } from '../../../pages/fields.tsx'
import type { ShownGroup } from '../../../pages/organizations/directory/groups.tsx'
import { DirectoryPage, type ShownDirectory } from '../../../pages/organizations/directory/overview.tsx'
import type { List } from '../../../pages/table.tsx'
import { formStatus } from '../../forms.ts'
import { listingOf, listPage, paged, perPage } from '../../listing.ts'
import { type OrganizationRequest, organizationFrame, tabAddress } from '../request.ts'
import { givenBy, whatGroupsGive } from '../sso/given-by-groups.ts'
import type { RefusedForm, Tab } from '../tab.ts'
import { directoryForms } from './directory-forms.tsx'

async function show(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  const { deps, organization, roles } = request
  const found = await findDirectory(deps, organization.id)
  return page(
    <DirectoryPage
      frame={organizationFrame(request, refused?.problems)}
      directory={
        found && found.closedAt === null ? await shown(request, found, formField(refused?.params, 'group')) : null
      }
      isOwner={may(roles, 'own')}
    />,
    formStatus(refused),
  )
}

async function shown(request: OrganizationRequest, directory: DirectoryRecord, typed: string): Promise<ShownDirectory> {
  const { deps, c, organization } = request
  const { id, lastRequestAt, allowOwner, reviewing } = directory
  const [counts, tokens, requests, gives] = await Promise.all([
    directoryCounts(deps, id),
    listDirectoryTokens(deps, organization.id),
    recentRequests(deps, id),
    whatGroupsGive(request, allowOwner),
  ])
  const waiting = await listPage<WaitingUser>(
    c,
    tabAddress(request, 'directory'),
    (user) => user.id,
    (range) => waitingPeople(deps, id, range),
  )
  return {
    state: directoryState(directory, counts),
    baseUrl: directoryBaseUrl(deps, organization.id),
    ...{ counts, lastRequestAt, allowOwner, reviewing, tokens, waiting, requests },
    groups: { groups: await groupsOf(request, id, gives), gives, typed },
  }
}

/** The groups with what they give. The first page begins with those that are gone and still stand among the mappings. */
async function groupsOf(request: OrganizationRequest, id: string, gives: readonly Choice[]): Promise<List<ShownGroup>> {
  const { deps, c } = request
  const after = listingOf(c).parameter('group') || null
  const [mappings, found] = await Promise.all([
    listGroupMappings(deps, id),
    groupsToMap(deps, id, { after, limit: perPage + 1 }),
  ])
  const list = paged(found, { query: '', after }, tabAddress(request, 'directory'), (group) => group.id, {
    parameter: 'group',
  })
  const gone = after === null ? mappings.filter(({ exists }) => !exists) : []
  const shownGroup = (name: string, members: number | null, own: readonly GroupMapping[]): ShownGroup => ({
    ...{ name, members, makesAdmins: own.some(({ role }) => role === 'admin') },
    mappings: own.map((mapping) => ({
      id: mapping.id,
      gives: gives.find(({ value }) => value === givenBy(mapping))?.label ?? givenBy(mapping),
    })),
  })
  return {
    ...list,
    rows: [
      ...gone.map((mapping) => shownGroup(mapping.groupName, null, [mapping])),
      ...list.rows.map(({ id: groupId, displayName, members }) =>
        shownGroup(
          displayName,
          members,
          mappings.filter((mapping) => mapping.groupId === groupId),
        ),
      ),
    ],
  }
}

export const directoryTab: Tab = { name: 'directory', show, forms: directoryForms }
