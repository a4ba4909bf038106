import * as z from 'zod'
import { listPersonGrants, revokePersonGrants } from '../../flows/management/person-access.ts'
import { at } from './fields.ts'
import { list, operation } from './operation.ts'

const grant = z.object({ client_id: z.string(), scope: z.array(z.string()), created_at: at }).meta({ id: 'Grant' })

export const grantOperations = [
  list({
    path: '/users/{user}/grants',
    id: 'listGrants',
    summary: 'List what a user has granted to applications',
    scope: 'users:read',
    item: grant,
    run: async ({ deps, actor, parameter }) => {
      const records = await listPersonGrants(deps, actor, parameter('user'))
      const data = records.map(({ clientId, scope, since }) => ({
        client_id: clientId,
        scope,
        created_at: since.toISOString(),
      }))
      return { data, next_cursor: null }
    },
  }),
  operation({
    method: 'delete',
    path: '/users/{user}/grants/{client}',
    id: 'revokeGrants',
    summary: 'Revoke everything a user has granted to an application',
    scope: 'users:write',
    run: ({ deps, actor, parameter }) => revokePersonGrants(deps, actor, parameter('user'), parameter('client')),
  }),
]
