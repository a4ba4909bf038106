import * as z from 'zod'
import { directoryBaseUrl } from '../../../flows/directory/base-url.ts'
import {
  closeDirectory,
  findDirectory,
  openDirectory,
  pauseDirectory,
  resumeDirectory,
} from '../../../flows/directory/directories.ts'
import { groupsToMap } from '../../../flows/directory/groups.ts'
import { directoryCounts, waitingPeople } from '../../../flows/directory/requests.ts'
import { directoryState } from '../../../flows/directory/state.ts'
import { createDirectoryToken, listDirectoryTokens, revokeDirectoryToken } from '../../../flows/directory/tokens.ts'
import { type DirectoryRecord, waitingReasons } from '../../../flows/directory/types.ts'
import type { Actor } from '../../../flows/platform/audit.ts'
import type { Deps } from '../../../flows/platform/deps.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { at, id } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf, range } from '../operation.ts'
import { requireScope, type ScopedCall } from '../rights/required-scope.ts'
import { organizationIdOf } from './organizations.ts'

const count = z.int().min(0)
const token = z
  .object({
    id,
    prefix: z.string().describe('How it begins. The token itself is in no answer but the one that made it.'),
    created_by: z.string().nullable(),
    created_at: at,
    expires_at: at,
    last_used_at: at.nullable(),
  })
  .meta({ id: 'DirectoryToken' })
const madeToken = token
  .extend({ token: z.string().describe('It is told here, and never again.') })
  .meta({ id: 'MadeDirectoryToken' })
const directory = z
  .object({
    id,
    state: z.enum(['on', 'paused', 'quiet', 'off']).describe('`quiet`: it is on, and has sent nothing for a day.'),
    base_url: z.string().describe('What is entered in the company’s directory, with a token.'),
    users: count.describe('Those that the directory wrote, and did not delete.'),
    active: count,
    waiting: count.describe('Active users who are no members yet.'),
    groups: count,
    errors_today: count.describe('Requests that were refused today (UTC).'),
    allow_owner: z.boolean().describe('Whether a group may make somebody an owner. Owners decide that.'),
    created_at: at,
    last_request_at: at.nullable(),
    closed_at: at.nullable().describe('What it wrote is deleted 30 days later.'),
    tokens: z.array(token).describe('Those that are valid: at most two.'),
  })
  .meta({ id: 'Directory' })
const waiting = z
  .object({
    id: id.describe('Of the user in the directory, as SCIM has it: not that of a person.'),
    user_name: z.string(),
    email: z.string().nullable(),
    reason: z.enum(waitingReasons),
    changed_at: at,
  })
  .meta({ id: 'WaitingPerson' })
const group = z.object({ id, display_name: z.string(), members: count }).meta({ id: 'DirectoryGroup' })

type DirectoryCall = Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>

/** The organization in the path. While SCIM is off, nothing is there. */
async function organizationOf(call: DirectoryCall): Promise<string> {
  if (!call.deps.config.scim) throw new OperationRefused('not-found')
  return organizationIdOf(call)
}

/** The directory of the organization in the path. @throws OperationRefused if it was never turned on */
export async function namedDirectory(call: DirectoryCall): Promise<DirectoryRecord> {
  const found = await findDirectory(call.deps, await organizationOf(call))
  if (!found) throw new OperationRefused('not-found')
  return found
}

async function directoryReply(call: DirectoryCall) {
  const found = await namedDirectory(call)
  const { deps } = call
  const [counts, tokens] = await Promise.all([
    directoryCounts(deps, found.id),
    listDirectoryTokens(deps, found.organizationId),
  ])
  const state = found.closedAt === null ? directoryState(found, counts) : 'off'
  const baseUrl = directoryBaseUrl(deps, found.organizationId)
  return { body: membersOf(directory)({ ...found, ...counts, state, baseUrl, tokens: tokens.map(toToken) }) }
}

const toToken = membersOf(token)

type DirectoryAct = (deps: Deps, actor: Actor, organizationId: string) => Promise<unknown>

const act = (
  path: `${typeof directoryPath}/${string}`,
  id: string,
  summary: string,
  run: DirectoryAct,
  requireMore: (call: ScopedCall) => Promise<void> = async () => {},
) =>
  operation({
    ...{ method: 'post', path, id, summary, scope: 'connections:write', refuses: [409], answer: directory },
    run: async (call: Call<'organization'>) => {
      await requireMore(call)
      await run(call.deps, call.actor, await organizationOf(call))
      return directoryReply(call)
    },
  })

/** Whoever has a token adds people and ends their access: a client that makes one has to be allowed that by itself. */
const requireMembers = (call: ScopedCall): Promise<void> =>
  requireScope(call, 'members:write', 'to let a directory write members')

export const directoryPath = '/organizations/{organization}/directory'

export const directoryOperations = [
  operation({
    method: 'get',
    path: directoryPath,
    id: 'getDirectory',
    summary: 'Get the company’s directory of an organization, with what it has sent and its tokens',
    scope: 'connections:read',
    answer: directory,
    run: directoryReply,
  }),
  act(
    `${directoryPath}/open`,
    'openDirectory',
    'Turn the directory on, which needs members:write too. From then on its connections make nobody a member by themselves',
    openDirectory,
    requireMembers,
  ),
  act(
    `${directoryPath}/pause`,
    'pauseDirectory',
    'Answer the requests of the directory with 503 until it is resumed. Nobody gains or loses access',
    pauseDirectory,
  ),
  act(
    `${directoryPath}/resume`,
    'resumeDirectory',
    'Take the requests of the directory again, which needs members:write too',
    resumeDirectory,
    requireMembers,
  ),
  operation({
    method: 'delete',
    path: directoryPath,
    id: 'closeDirectory',
    summary: 'Turn the directory off: its tokens end, members stay members, and what it wrote is kept for 30 days',
    scope: 'connections:write',
    refuses: [409],
    run: async (call) => closeDirectory(call.deps, call.actor, await organizationOf(call)),
  }),
  operation({
    method: 'post',
    path: `${directoryPath}/tokens`,
    id: 'createDirectoryToken',
    summary: 'Make a token for the directory, which needs members:write too. It is valid for a year; two are at a time',
    scope: 'connections:write',
    refuses: [409],
    answer: madeToken,
    creates: true,
    once: true,
    run: async (call) => {
      await requireMembers(call)
      const made = await createDirectoryToken(call.deps, call.actor, await organizationOf(call))
      const location = `/organizations/${call.parameter('organization')}/directory/tokens/${made.id}`
      return { body: membersOf(madeToken)(made), location }
    },
  }),
  operation({
    method: 'delete',
    path: `${directoryPath}/tokens/{id}`,
    id: 'revokeDirectoryToken',
    summary: 'Revoke a token of the directory at once',
    scope: 'connections:write',
    run: async (call) => revokeDirectoryToken(call.deps, call.actor, await organizationOf(call), call.parameter('id')),
  }),
  list({
    path: `${directoryPath}/waiting`,
    id: 'listWaitingPeople',
    summary: 'List the active users of the directory who are no members yet, with the reason',
    scope: 'connections:read',
    item: waiting,
    run: async (call) => {
      const found = await waitingPeople(call.deps, (await namedDirectory(call)).id, range(call))
      return pageOf(found, call, (user) => user.id, membersOf(waiting))
    },
  }),
  list({
    path: `${directoryPath}/groups`,
    id: 'listDirectoryGroups',
    summary: 'List the groups of the directory',
    scope: 'connections:read',
    item: group,
    run: async (call) => {
      const found = await groupsToMap(call.deps, (await namedDirectory(call)).id, range(call))
      return pageOf(found, call, ({ id }) => id, membersOf(group))
    },
  }),
]
