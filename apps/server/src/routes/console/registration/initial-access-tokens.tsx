import { Hono } from 'hono'
import {
  createInitialAccessToken,
  getInitialAccessToken,
  type InitialAccessToken,
  InvalidInitialAccessToken,
  listInitialAccessTokens,
  type NewInitialAccessToken,
  revokeInitialAccessToken,
} from '../../../flows/management/registration/initial-access-tokens.ts'
import { formField } from '../../../http/forms.ts'
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
import { ask } from '../../../pages/question.tsx'
import { askToConfirm, noticeAt } from '../../acts.tsx'
import { listPage, mapRows } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, managerOf, openConsole, openForm } from '../request.ts'

const path = '/admin/initial-access-tokens'

/** The tokens that allow clients to register. */
export const initialAccessTokenRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showTokens(await openConsole(context, c, 'applications:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'applications:write')
      return form.value('action') === 'revoke' ? revoke(form) : create(form)
    })

const fields = ['name', 'uses', 'days', ...policyFields, ...policyFlags] as const

const valuesOf = (params: Params): TokenValues =>
  Object.fromEntries(fields.map((name) => [name, formField(params, name).trim().slice(0, 2000)]))

async function showTokens(
  request: ConsoleRequest,
  refused?: { values: TokenValues; faults: Record<string, string> },
): Promise<Response> {
  const { deps, base, c, frame, may } = request
  const list = await listPage<InitialAccessToken>(
    c,
    `${base}${path}`,
    ({ id }) => id,
    (range) => listInitialAccessTokens(deps, managerOf(request), range),
  )
  return page(
    <InitialAccessTokensPage
      frame={frame}
      tokens={mapRows(list, (token) => listed(token, deps.now()))}
      mayChange={may('applications:write')}
      off={deps.config.registration === 'off'}
      values={refused?.values ?? { days: '7', grant_types: openPolicy.grantTypes.join(' ') }}
      faults={refused?.faults ?? {}}
    />,
    { status: refused ? 422 : 200 },
  )
}

const listed = (token: InitialAccessToken, now: Date): ListedToken => ({
  ...token,
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

async function create(form: ConsoleForm): Promise<Response> {
  const values = valuesOf(form.params)
  try {
    const { token, secret } = await createInitialAccessToken(form.deps, managerOf(form), tokenOf(values))
    return await page(<InitialAccessTokenPage frame={form.frame} name={token.name} secret={secret} />)
  } catch (error) {
    if (!(error instanceof InvalidInitialAccessToken)) throw error
    const fault = error.member === 'expiresIn' ? 'must be 1 to 365' : error.fault
    return showTokens(form, { values, faults: { [fieldOf[error.member] ?? error.member]: fault } })
  }
}

async function revoke(form: ConsoleForm): Promise<Response> {
  const { deps, base, frame, value } = form
  const { id, name } = await getInitialAccessToken(deps, managerOf(form), value('token'))
  const words = frame.words.console.registration
  const question = ask(words.askRevoke({ name }), words.askRevokeText, words.revoke)
  if (value('confirm') !== 'yes') return askToConfirm(form, question, { action: 'revoke', token: id }, `${base}${path}`)
  await revokeInitialAccessToken(deps, managerOf(form), id)
  return seeOther(noticeAt(form, path, ['registration-token-revoked', name]))
}
