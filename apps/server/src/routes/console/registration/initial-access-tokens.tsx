import { type Context, Hono } from 'hono'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import {
  createInitialAccessToken,
  getInitialAccessToken,
  type InitialAccessToken,
  InvalidInitialAccessToken,
  listInitialAccessTokens,
  type NewInitialAccessToken,
  revokeInitialAccessToken,
} from '../../../flows/management/registration/initial-access-tokens.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { openPolicy, type RegistrationPolicy } from '../../../oidc/dynamic-clients/registration.ts'
import { type Params, spaceSeparated } from '../../../oidc/params.ts'
import {
  InitialAccessTokenPage,
  InitialAccessTokensPage,
  type ListedToken,
  policyFields,
  policyFlags,
  type TokenValues,
} from '../../../pages/console/registration/initial-access-tokens.tsx'
import { listingOf, paged, rowsFrom } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { addressOfSaid } from '../../said.ts'
import { askToConfirm, type ConsoleRequest, openConsole, openConsoleToAct } from '../request.tsx'

const path = '/admin/initial-access-tokens'

/** The tokens that allow clients to register. */
export const initialAccessTokenRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showTokens(context, c, await openConsole(context, c, 'applications:read')))
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'applications:write')
      return formField(params, 'action') === 'revoke'
        ? revoke(context, c, request, formField(params, 'token'), params.get('confirm') === 'yes')
        : create(context, c, request, valuesOf(params))
    })

const managerOf = ({ actor }: ConsoleRequest) => ({ actor, apiScopes: 'all' }) as const

const fields = ['name', 'uses', 'days', ...policyFields, ...policyFlags] as const

const valuesOf = (params: Params): TokenValues =>
  Object.fromEntries(fields.map((name) => [name, formField(params, name).trim().slice(0, 2000)]))

async function showTokens(
  { deps, base }: PageContext,
  c: Context,
  request: ConsoleRequest,
  refused?: { values: TokenValues; faults: Record<string, string> },
): Promise<Response> {
  const listing = listingOf(c)
  const { after: before, limit } = rowsFrom(listing.after)
  const rows = await listInitialAccessTokens(deps, managerOf(request), { before, limit })
  const shown = paged(rows, listing, `${base}${path}`, ({ id }) => id)
  return page(
    <InitialAccessTokensPage
      frame={request.frame}
      tokens={shown.rows.map((token) => listed(token, deps.now()))}
      mayChange={mayOperate(request.role, 'applications:write')}
      off={deps.config.registration === 'off'}
      values={refused?.values ?? { days: '7', grant_types: openPolicy.grantTypes.join(' ') }}
      faults={refused?.faults ?? {}}
      next={shown.next}
      first={shown.first}
    />,
    { status: refused ? 422 : 200 },
  )
}

const listed = (token: InitialAccessToken, now: Date): ListedToken => ({
  id: token.id,
  name: token.name,
  usesLeft: token.usesLeft,
  usedAt: token.usedAt,
  expiresAt: token.expiresAt,
  state: token.revokedAt ? 'revoked' : token.expiresAt > now ? 'active' : 'expired',
  policy: policyTexts(token.policy),
})

const policyTexts = ({ scopes, redirectHosts, maxClients, ...policy }: RegistrationPolicy): string[] => [
  ...(scopes ? [`scope ${scopes.join(' ')}`] : []),
  ...(redirectHosts ? [`redirect_hosts ${redirectHosts.join(' ')}`] : []),
  ...(maxClients === null ? [] : [`max_clients ${maxClients}`]),
  ...(policy.grantTypes.includes('client_credentials') ? [`grant_types ${policy.grantTypes.join(' ')}`] : []),
  ...(policy.firstParty ? ['first_party'] : []),
  ...(policy.pkceOptional ? ['pkce_optional'] : []),
]

/** Empty for none; what is no number is refused as one that is too small. */
const countOf = (text = ''): number | null => (text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : 0)
const orNull = (items: string[]): string[] | null => (items.length > 0 ? items : null)

const tokenOf = (values: TokenValues): NewInitialAccessToken => ({
  name: values.name ?? '',
  uses: countOf(values.uses),
  expiresIn: (countOf(values.days) ?? 0) * 86_400,
  policy: {
    grantTypes: spaceSeparated(values.grant_types) as RegistrationPolicy['grantTypes'],
    scopes: orNull(spaceSeparated(values.scope)),
    redirectHosts: orNull(spaceSeparated(values.redirect_hosts)),
    maxClients: countOf(values.max_clients),
    firstParty: values.first_party === 'yes',
    pkceOptional: values.pkce_optional === 'yes',
  },
})

/** What the form calls the members of a token. */
const fieldOf: Partial<Record<InvalidInitialAccessToken['member'], string>> = {
  expiresIn: 'days',
  grantTypes: 'grant_types',
  scopes: 'scope',
  redirectHosts: 'redirect_hosts',
  maxClients: 'max_clients',
}

async function create(
  context: PageContext,
  c: Context,
  request: ConsoleRequest,
  values: TokenValues,
): Promise<Response> {
  try {
    const { token, secret } = await createInitialAccessToken(context.deps, managerOf(request), tokenOf(values))
    return await page(<InitialAccessTokenPage frame={request.frame} name={token.name} secret={secret} />)
  } catch (error) {
    if (!(error instanceof InvalidInitialAccessToken)) throw error
    const fault = error.member === 'expiresIn' ? 'must be 1 to 365' : error.fault
    const faults = { [fieldOf[error.member] ?? error.member]: fault }
    return showTokens(context, c, request, { values, faults })
  }
}

async function revoke(
  { deps, base }: PageContext,
  c: Context,
  request: ConsoleRequest,
  id: string,
  confirmed: boolean,
): Promise<Response> {
  const { name } = await getInitialAccessToken(deps, managerOf(request), id)
  const words = request.frame.words.console.registration
  if (!confirmed)
    return askToConfirm(c, request.frame, {
      question: { title: words.askRevoke({ name }), text: words.askRevokeText, button: words.revoke },
      fields: [
        ['action', 'revoke'],
        ['token', id],
      ],
      back: `${base}${path}`,
    })
  await revokeInitialAccessToken(deps, managerOf(request), id)
  return seeOther(addressOfSaid(deps, `${base}${path}`, ['registration-token-revoked', name]))
}
