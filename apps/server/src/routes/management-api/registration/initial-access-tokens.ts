import * as z from 'zod'
import {
  createInitialAccessToken,
  getInitialAccessToken,
  type InitialAccessToken,
  listInitialAccessTokens,
  revokeInitialAccessToken,
} from '../../../flows/management/registration/initial-access-tokens.ts'
import { openPolicy, registrableGrants } from '../../../oidc/dynamic-clients/registration.ts'
import { managerOf } from '../clients.ts'
import { at, id, text } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'

const policy = {
  grant_types: z.array(z.enum(registrableGrants)).min(1).describe('Default: authorization_code and refresh_token.'),
  scope: z
    .string()
    .max(2000)
    .nullable()
    .describe('The limit of what a client may request. Null: what is open to every client that registers itself.'),
  redirect_hosts: z
    .array(z.string().max(253))
    .min(1)
    .nullable()
    .describe('The hosts of redirect URIs, compared exactly. Null: any, and applications on people’s own machines.'),
  max_clients: z.int().min(1).nullable().describe('How many clients of the token there may be at a time.'),
  first_party: z.boolean().describe('People are not asked for consent.'),
  pkce_optional: z.boolean().describe('Clients with a secret or keys may leave out PKCE.'),
}

const initialAccessToken = z
  .object({
    id,
    name: z.string(),
    ...policy,
    uses_left: z.int().nullable().describe('How many clients may still register with it. Null: any number.'),
    used_at: at.nullable(),
    created_at: at,
    expires_at: at,
    revoked_at: at.nullable(),
    token: z.string().optional().describe('Only in the answer that creates it.'),
  })
  .meta({ id: 'InitialAccessToken' })
const newToken = z
  .strictObject({
    name: text,
    uses: z.int().min(1).nullable().optional().describe('Default: any number.'),
    expires_in: z.int().min(1).describe('Seconds, at most a year.'),
    ...z.object(policy).partial().shape,
  })
  .meta({ id: 'NewInitialAccessToken' })

const toToken = (token: InitialAccessToken): z.input<typeof initialAccessToken> =>
  membersOf(initialAccessToken)({
    ...token,
    ...token.policy,
    grantTypes: registrableGrants.filter((grant) => token.policy.grantTypes.includes(grant)),
    scope: token.policy.scopes?.join(' ') ?? null,
    redirectHosts: token.policy.redirectHosts && [...token.policy.redirectHosts],
  })

const tokenPath = '/initial-access-tokens/{id}'

export const initialAccessTokenOperations = [
  list({
    path: '/initial-access-tokens',
    id: 'listInitialAccessTokens',
    summary: 'List the tokens that allow clients to register, newest first',
    scope: 'clients:read',
    item: initialAccessToken,
    run: async (call) => {
      const { after: before, limit } = range(call)
      const rows = await listInitialAccessTokens(call.deps, managerOf(call), { before, limit })
      return pageOf(rows, call, (row) => row.id, toToken)
    },
  }),
  operation({
    method: 'post',
    path: '/initial-access-tokens',
    id: 'createInitialAccessToken',
    summary: 'Create a token that allows clients to register. It is in this response only',
    scope: 'clients:write',
    body: newToken,
    answer: initialAccessToken,
    creates: true,
    run: async (call) => {
      const { body } = call
      const { token, secret } = await createInitialAccessToken(call.deps, managerOf(call), {
        name: body.name,
        uses: body.uses ?? null,
        expiresIn: body.expires_in,
        policy: {
          grantTypes: body.grant_types ?? openPolicy.grantTypes,
          scopes: body.scope ? body.scope.split(' ').filter(Boolean) : null,
          redirectHosts: body.redirect_hosts ?? null,
          maxClients: body.max_clients ?? null,
          firstParty: body.first_party ?? false,
          pkceOptional: body.pkce_optional ?? false,
        },
      })
      return { body: { ...toToken(token), token: secret }, location: `/initial-access-tokens/${token.id}` }
    },
  }),
  operation({
    method: 'get',
    path: tokenPath,
    id: 'getInitialAccessToken',
    summary: 'Get a token that allows clients to register, without the token itself',
    scope: 'clients:read',
    answer: initialAccessToken,
    run: async (call) => ({
      body: toToken(await getInitialAccessToken(call.deps, managerOf(call), call.parameter('id'))),
    }),
  }),
  operation({
    method: 'delete',
    path: tokenPath,
    id: 'revokeInitialAccessToken',
    summary: 'Revoke a token, so that nobody registers with it. The clients that did stay',
    scope: 'clients:write',
    run: (call) => revokeInitialAccessToken(call.deps, managerOf(call), call.parameter('id')),
  }),
]
