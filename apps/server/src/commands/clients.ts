import type { ClientManager } from '../flows/management/clients/client-managers.ts'
import { type ClientMetadataChange, InvalidClientMetadata } from '../flows/management/clients/client-metadata.ts'
import { dropClientSecret, rotateClientSecret } from '../flows/management/clients/client-secrets.ts'
import { deleteClient, disableClient, restoreClient } from '../flows/management/clients/client-state.ts'
import { createClient, listClients, type ManagedClient } from '../flows/management/clients/clients.ts'
import {
  createInitialAccessToken,
  InvalidInitialAccessToken,
  listInitialAccessTokens,
  revokeInitialAccessToken,
} from '../flows/management/registration/initial-access-tokens.ts'
import { system } from '../flows/platform/audit.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { OperationRefused, type RefusalReason } from '../flows/platform/operation-refused.ts'
import { openPolicy, type RegistrationPolicy } from '../oidc/dynamic-clients/registration.ts'
import { allPages, type Command, listCommand, textOf, UsageError, type Values, withRuntime } from './command.ts'

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

/** A refusal in words. A mistake in what was typed is a usage error. */
const explained = (work: (deps: Deps) => Promise<void>, words = reasons): Promise<void> =>
  withRuntime(async ({ deps }) => {
    try {
      await work(deps)
    } catch (error) {
      const reason = error instanceof OperationRefused ? words[error.reason] : undefined
      if (reason !== undefined) throw new Error(reason)
      const typed = error instanceof InvalidClientMetadata || error instanceof InvalidInitialAccessToken
      throw typed ? new UsageError(error.message) : error
    }
  })

const stateOf = ({ stored }: ManagedClient): string => {
  if (!stored) return 'active'
  const { record, faults } = stored
  if (record.deleteAfter) return `deleted, removed on ${record.deleteAfter.toISOString().slice(0, 10)}`
  if (record.disabledAt) return 'disabled'
  return faults.length > 0 ? 'refused by this configuration' : 'active'
}

const list = listCommand({
  about: 'list the applications of the environment and of the database',
  rows: async (deps) =>
    (await listClients(deps, manager)).map((row) => ({
      id: row.client.id,
      name: row.client.name,
      from: row.client.variable ?? 'database',
      state: stateOf(row),
      methods: row.client.tokenAuthMethods,
      grants: [...row.client.grantTypes],
    })),
  cells: ({ id, name, from, state, methods, grants }) => [
    id,
    name,
    from,
    state,
    methods.join(' or '),
    grants.join(' '),
  ],
})

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

/** `7d`, `12h` or `30m`, in seconds. */
function secondsOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (!count) throw new UsageError('--expires must be a number and m, h or d, such as 7d')
  return Number(count) * { m: 60, h: 3600, d: 86_400 }[unit as 'm' | 'h' | 'd']
}

function countOf(value: Values[string], option: string): number | null {
  const text = textOf(value)
  if (text === undefined) return null
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--${option} must be a number of 1 or more`)
  return Number(text)
}

const orNull = <T>(items: readonly T[]): readonly T[] | null => (items.length > 0 ? items : null)

const invite: Command = {
  about: 'make an initial access token, with which clients register themselves',
  more: 'REGISTRATION has to be token or open. The token is shown once; docs/registration.md says what it allows.',
  options: {
    name: { type: 'string' },
    uses: { type: 'string' },
    expires: { type: 'string' },
    scopes: { type: 'string' },
    'grant-types': { type: 'string' },
    'redirect-hosts': { type: 'string' },
    'max-clients': { type: 'string' },
    'first-party': { type: 'boolean' },
    'pkce-optional': { type: 'boolean' },
  },
  optionsAbout: {
    '--name <name>': 'whom it is for',
    '--uses <number>': 'how many clients may register with it (default: any number)',
    '--expires <time>': 'such as 12h or 30d (default: 7d)',
    '--scopes <scopes>': 'separated by commas (default: what is open to every client that registers)',
    '--grant-types <types>': 'default: authorization_code,refresh_token; client_credentials is possible too',
    '--redirect-hosts <hosts>': 'where its clients may be called back at (default: anywhere)',
    '--max-clients <number>': 'how many clients there may be at a time',
    '--first-party': 'people are not asked for consent',
    '--pkce-optional': 'clients with a secret may leave out PKCE',
  },
  async run(_args, values) {
    const name = textOf(values.name)
    if (!name) throw new UsageError('give the token a --name')
    const grants = listed(values['grant-types'])
    const policy: RegistrationPolicy = {
      grantTypes: (orNull(grants) as RegistrationPolicy['grantTypes'] | null) ?? openPolicy.grantTypes,
      scopes: orNull(listed(values.scopes)),
      redirectHosts: orNull(listed(values['redirect-hosts'])),
      maxClients: countOf(values['max-clients'], 'max-clients'),
      firstParty: values['first-party'] === true,
      pkceOptional: values['pkce-optional'] === true,
    }
    const expiresIn = secondsOf(textOf(values.expires) ?? '7d')
    await explained(async (deps) => {
      const uses = countOf(values.uses, 'uses')
      const { token, secret } = await createInitialAccessToken(deps, manager, { name, policy, uses, expiresIn })
      console.log(`id:    ${token.id}\ntoken: ${secret}\nIt is shown once. The server keeps a digest of it.`)
      if (deps.config.registration === 'off')
        console.log('REGISTRATION is off: nobody can register before it is token or open.')
    })
  },
}

const invitations = listCommand({
  about: 'list the initial access tokens, newest first',
  rows: (deps) =>
    allPages(async (before: string | null) => {
      const rows = await listInitialAccessTokens(deps, manager, { before, limit: 200 })
      return { rows: rows.map((row) => shownToken(row, deps.now())), next: rows.at(-1)?.id ?? null }
    }),
  cells: ({ id, name, uses, expires, state }) => [
    id,
    name,
    uses === null ? 'any number' : String(uses),
    expires.toISOString(),
    state,
  ],
})

type InitialAccessToken = Awaited<ReturnType<typeof listInitialAccessTokens>>[number]

const shownToken = ({ id, name, usesLeft, expiresAt, revokedAt }: InitialAccessToken, now: Date) => ({
  id,
  name,
  /** How often it may still be used; null for any number. */
  uses: usesLeft,
  expires: expiresAt,
  state: revokedAt ? 'revoked' : expiresAt > now ? 'active' : 'expired',
})

const revokeInvitation: Command = {
  takes: '<id>',
  about: 'revoke an initial access token; the clients that registered with it stay',
  async run([id]) {
    if (!id) throw new UsageError('give the ID of the token')
    await explained(
      async (deps) => {
        await revokeInitialAccessToken(deps, manager, id)
        console.log(`${id} is revoked: nobody registers with it any more`)
      },
      { 'not-found': 'there is no such token' },
    )
  },
}

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
  ['clients invite', invite],
  ['clients invitations', invitations],
  ['clients revoke-invitation', revokeInvitation],
]
