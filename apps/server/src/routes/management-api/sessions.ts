import * as z from 'zod'
import { bindingsOf } from '../../flows/account/sessions.ts'
import { endPersonSession, listPersonSessions, signOutPerson } from '../../flows/management/person-access.ts'
import { at, id } from './fields.ts'
import { type Call, list, membersOf, operation, pageOf, range } from './operation.ts'

const session = z
  .object({
    id,
    acr: z.string(),
    amr: z.array(z.string()),
    network: z.string(),
    user_agent: z.string(),
    authenticated_at: at,
    seen_at: at,
    expires_at: at,
    bound_at: at
      .nullable()
      .optional()
      .describe('Since when it is bound to its device; null while it is not. Absent while BIND_SESSIONS is off.'),
  })
  .meta({ id: 'Session' })

const toSession = membersOf(session)

/** Since when sessions are bound is said of each, or of none. */
async function withBindings<Session extends { id: string }>(
  { deps }: Pick<Call, 'deps'>,
  sessions: readonly Session[],
) {
  const bindings = await bindingsOf(deps, sessions)
  const unbound = deps.config.bindSessions === 'off' ? undefined : null
  return sessions.map((listed) => ({ ...listed, boundAt: bindings.get(listed.id) ?? unbound }))
}

export const sessionOperations = [
  list({
    path: '/users/{user}/sessions',
    id: 'listSessions',
    summary: 'List the sessions of a user, newest first',
    scope: 'users:read',
    item: session,
    run: async (call) => {
      const { after: before, limit } = range(call)
      const records = await listPersonSessions(call.deps, call.actor, call.parameter('user'), { before, limit })
      return pageOf(await withBindings(call, records), call, ({ id }) => id, toSession)
    },
  }),
  operation({
    method: 'delete',
    path: '/users/{user}/sessions',
    id: 'endSessions',
    summary: 'Sign a user out everywhere',
    scope: 'sessions:write',
    run: ({ deps, actor, parameter }) => signOutPerson(deps, actor, parameter('user')),
  }),
  operation({
    method: 'delete',
    path: '/users/{user}/sessions/{session}',
    id: 'endSession',
    summary: 'End a session',
    scope: 'sessions:write',
    run: ({ deps, actor, parameter }) => endPersonSession(deps, actor, parameter('user'), parameter('session')),
  }),
]
