import { directoryBaseUrl } from '../../../flows/directory/base-url.ts'
import {
  allowOwnerByGroup,
  closeDirectory,
  findDirectory,
  openDirectory,
  pauseDirectory,
  resumeDirectory,
} from '../../../flows/directory/directories.ts'
import { groupsToMap } from '../../../flows/directory/groups.ts'
import { removeGroupMapping, setGroupMapping } from '../../../flows/directory/mappings.ts'
import { createDirectoryToken, revokeDirectoryToken } from '../../../flows/directory/tokens.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { page } from '../../../http/responses.ts'
import { DirectoryTokenPage } from '../../../pages/organizations/directory/tokens.tsx'
import { organizationFrame } from '../request.ts'
import { actingOwner, ownerForm } from '../sso/connection-forms.ts'
import { given } from '../sso/given-by-groups.ts'
import { type FormRequest, field, type OrganizationForm } from '../tab.ts'

type Act = (request: FormRequest) => Promise<unknown>

/** A form that does one thing with the directory. */
const actForm = (path: string, act: Act): OrganizationForm =>
  ownerForm({
    path: `/directory${path}`,
    async submit(request) {
      await act(request)
      return ['settings-saved']
    },
  })

/** A token is in the answer to the POST that made it, and nowhere else. */
const tokenForm = ownerForm({
  path: '/directory/tokens',
  async submit(request) {
    const { deps, organization } = request
    const { token } = await createDirectoryToken(deps, actingOwner(request), organization.id)
    const baseUrl = directoryBaseUrl(deps, organization.id)
    return page(<DirectoryTokenPage frame={organizationFrame(request)} token={token} baseUrl={baseUrl} />)
  },
})

/** Groups that are read at a time: those whose names begin with what was typed. */
const perRead = 200

/** The group that has the name that was typed. @throws OperationRefused */
async function namedGroup(request: FormRequest): Promise<string> {
  const { deps, organization } = request
  const typed = field(request, 'group').trim()
  if (typed === '') throw new OperationRefused('invalid', 'group', 'required')
  const directory = await findDirectory(deps, organization.id)
  if (!directory) throw new OperationRefused('not-found')
  for (let after: string | null = null; ; ) {
    const groups: DirectoryGroupName[] = await groupsToMap(deps, directory.id, {
      ...{ after, limit: perRead, query: typed },
    })
    const named = groups.find(({ displayName }) => displayName.toLowerCase() === typed.toLowerCase())
    if (named) return named.id
    if (groups.length < perRead) throw new OperationRefused('invalid', 'group', 'not-available')
    after = groups.at(-1)?.id ?? null
  }
}

type DirectoryGroupName = Awaited<ReturnType<typeof groupsToMap>>[number]

export const directoryForms: readonly OrganizationForm[] = [
  actForm('/open', (request) => openDirectory(request.deps, actingOwner(request), request.organization.id)),
  actForm('/pause', (request) => pauseDirectory(request.deps, actingOwner(request), request.organization.id)),
  actForm('/resume', (request) => resumeDirectory(request.deps, actingOwner(request), request.organization.id)),
  actForm('/close', (request) => closeDirectory(request.deps, actingOwner(request), request.organization.id)),
  actForm('/settings', (request) =>
    allowOwnerByGroup(
      request.deps,
      actingOwner(request),
      request.organization.id,
      field(request, 'allow_owner') === 'yes',
    ),
  ),
  tokenForm,
  actForm('/tokens/revoke', (request) =>
    revokeDirectoryToken(request.deps, actingOwner(request), request.organization.id, field(request, 'id')),
  ),
  actForm('/groups', async (request) =>
    setGroupMapping(request.deps, actingOwner(request), request.organization.id, {
      groupId: await namedGroup(request),
      ...given(field(request, 'gives')),
    }),
  ),
  actForm('/groups/remove', (request) =>
    removeGroupMapping(request.deps, actingOwner(request), request.organization.id, field(request, 'id')),
  ),
]
