import type { ClientManager } from '../flows/management/clients/client-managers.ts'
import { type ClientMetadataChange, InvalidClientMetadata } from '../flows/management/clients/client-metadata.ts'
import { dropClientSecret, rotateClientSecret } from '../flows/management/clients/client-secrets.ts'
import { deleteClient, disableClient, restoreClient } from '../flows/management/clients/client-state.ts'
import { createClient, listClients, type ManagedClient } from '../flows/management/clients/clients.ts'
import { system } from '../flows/platform/audit.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { OperationRefused, type RefusalReason } from '../flows/platform/operation-refused.ts'
import { type Command, textOf, UsageError, type Values, withRuntime } from './command.ts'

/** Whoever runs a command on the server may do everything. */
const manager: ClientManager = { actor: system, apiScopes: 'all' }

const reasons: Partial<Record<RefusalReason, string>> = {
  'not-found': 'there is no such client',
  'read-only': 'the environment defines this client: change its variables, and restart the server',
  deleted: 'the client is deleted; bring it back with: vestibule clients restore',
  'no-secret': 'the client authenticates without a secret',
  'two-secrets': 'the client has two secrets already; drop one with: vestibule clients rotate <id> --drop old',
  'last-secret': 'the client has only one secret',
  taken: 'the ID is taken',
}

/** A mistake of the one who typed is a usage error. */
const explained = (work: (deps: Deps) => Promise<void>): Promise<void> =>
  withRuntime(async ({ deps }) => {
    try {
      await work(deps)
    } catch (error) {
      const reason = error instanceof OperationRefused ? reasons[error.reason] : undefined
      if (reason !== undefined) throw new UsageError(reason)
      throw error instanceof InvalidClientMetadata ? new UsageError(error.message) : error
    }
  })

const stateOf = ({ stored }: ManagedClient): string => {
  if (!stored) return 'active'
  const { record, faults } = stored
  if (record.deleteAfter) return `deleted, removed on ${record.deleteAfter.toISOString().slice(0, 10)}`
  if (record.disabledAt) return 'disabled'
  return faults.length > 0 ? 'refused by this configuration' : 'active'
}

const list: Command = {
  about: 'list the applications of the environment and of the database',
  run: () =>
    withRuntime(async ({ deps }) => {
      const rows = (await listClients(deps, manager)).map((row) => ({
        id: row.client.id,
        name: row.client.name,
        from: row.client.variable ?? 'database',
        state: stateOf(row),
        method: row.client.tokenAuthMethods.join(' or '),
        grants: [...row.client.grantTypes].join(' '),
      }))
      console.table(rows)
    }),
}

const listed = (value: Values[string]): string[] =>
  (textOf(value) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function metadataOf(name: string, values: Values): ClientMetadataChange {
  const method = textOf(values.method)
  return {
    client_name: name,
    redirect_uris: listed(values['redirect-uris']),
    post_logout_redirect_uris: listed(values['post-logout-redirect-uris']),
    grant_types: listed(values['grant-types']),
    scope: listed(values.scopes).join(' '),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  }
}

const secretLines = (secret: string): string => `secret: ${secret}\nIt is shown once. The server keeps a digest of it.`

const create: Command = {
  takes: '<name>',
  about: 'make an application; a running server accepts it within seconds',
  options: {
    id: { type: 'string' },
    'redirect-uris': { type: 'string' },
    'post-logout-redirect-uris': { type: 'string' },
    scopes: { type: 'string' },
    'grant-types': { type: 'string' },
    method: { type: 'string' },
  },
  optionsAbout: {
    '--id <id>': 'default: a random one',
    '--redirect-uris <uris>': 'separated by commas',
    '--post-logout-redirect-uris <uris>': 'where to return after signing out',
    '--scopes <scopes>': 'default: openid,profile,email',
    '--grant-types <types>': 'default: authorization_code',
    '--method <method>': 'client_secret_basic (the default), client_secret_post, or none for a public client',
  },
  async run([name], values) {
    if (!name) throw new UsageError('give the name of the application')
    await explained(async (deps) => {
      const { id, secret } = await createClient(deps, manager, metadataOf(name, values), textOf(values.id))
      console.log(`id:     ${id}${secret === null ? '' : `\n${secretLines(secret)}`}`)
    })
  },
}

const rotate: Command = {
  takes: '<id>',
  about: 'make a second secret; both are accepted until the old one is dropped',
  options: { drop: { type: 'string' } },
  optionsAbout: { '--drop <old|new>': 'instead: drop one of the two, at once' },
  async run([id], { drop }) {
    if (!id) throw new UsageError('give the ID of the application')
    if (drop !== undefined && drop !== 'old' && drop !== 'new') throw new UsageError('--drop must be old or new')
    await explained(async (deps) => {
      if (drop === undefined) return console.log(secretLines(await rotateClientSecret(deps, manager, id)))
      await dropClientSecret(deps, manager, id, drop === 'old' ? 'current' : 'next')
      console.log(`the ${drop} secret of ${id} is dropped`)
    })
  },
}

const changing = (about: string, said: string, change: (deps: Deps, id: string) => Promise<void>): Command => ({
  takes: '<id>',
  about,
  async run([id]) {
    if (!id) throw new UsageError('give the ID of the application')
    await explained(async (deps) => {
      await change(deps, id)
      console.log(`${id} is ${said}`)
    })
  },
})

export const clients: readonly (readonly [string, Command])[] = [
  ['clients list', list],
  ['clients create', create],
  ['clients rotate', rotate],
  [
    'clients disable',
    changing('refuse an application and its tokens', 'disabled: it and its tokens are refused', (deps, id) =>
      disableClient(deps, manager, id, true),
    ),
  ],
  [
    'clients enable',
    changing('accept a disabled application again', 'enabled', (deps, id) => disableClient(deps, manager, id, false)),
  ],
  [
    'clients delete',
    changing('delete an application; it can be restored for 14 days', 'deleted', (deps, id) =>
      deleteClient(deps, manager, id),
    ),
  ],
  [
    'clients restore',
    changing('bring a deleted application back', 'restored', (deps, id) => restoreClient(deps, manager, id)),
  ],
]
