import { askForKeys, mayBeTrusted } from '../../../flows/agents/issuer-input.ts'
import type { AssertionTest } from '../../../flows/agents/test-assertion.ts'
import {
  getTrustedIssuer,
  listTrustedIssuers,
  provenDomains,
  type TrustedIssuerRecord,
} from '../../../flows/agents/trusted-issuers.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { listTeams } from '../../../flows/organizations/teams.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { IssuerPage } from '../../../pages/organizations/agents/issuer.tsx'
import type { AccessChoices, AccessValues } from '../../../pages/organizations/agents/issuer-fields.tsx'
import { AgentsPage, NewIssuerPage } from '../../../pages/organizations/agents/overview.tsx'
import { formStatus } from '../../forms.ts'
import { type OrganizationRequest, organizationFrame } from '../request.ts'
import type { RefusedForm, Tab } from '../tab.ts'
import { agentForms } from './agent-forms.ts'

/** The page that has the form which was refused. */
async function show(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  if (refused && request.c.req.path.endsWith('/agents/new')) return showNew(request, refused)
  const id = refused && formField(refused.params, 'id')
  return id ? showIssuer(request, id, refused) : showOverview(request, { refused })
}

/** The list, with what came of an assertion that was tried out. */
export async function showOverview(
  request: OrganizationRequest,
  { refused, test = null }: { refused?: RefusedForm | undefined; test?: AssertionTest | null } = {},
): Promise<Response> {
  const { deps, organization, roles } = request
  const [issuers, domains] = await Promise.all([
    listTrustedIssuers(deps, organization.id),
    provenDomains(deps, organization.id),
  ])
  return page(
    <AgentsPage
      frame={organizationFrame(request, refused?.problems)}
      issuers={issuers.map((issuer) => ({ ...issuer, active: issuer.state === 'active' }))}
      hasDomain={domains.length > 0}
      test={test?.accepted ? { ...test, access: `${test.resource} ${test.scope}` } : test}
      isOwner={may(roles, 'own')}
    />,
    formStatus(refused),
  )
}

/** Teams beyond these are not offered, unless they are chosen already. */
const teamsOffered = 200

/**
 * `chosen`: teams that are kept whether they are offered or not, and whether there still are such. Left out of the form, they would be
 * left out of what it saves, and no team means everybody.
 */
async function choicesFor(request: OrganizationRequest, chosen: readonly string[]): Promise<AccessChoices> {
  const teams = await listTeams(request.deps, request, { after: null, limit: teamsOffered })
  const others = chosen.filter((id) => !teams.some((team) => team.id === id))
  return {
    apis: [...request.deps.resources.all()].filter(mayBeTrusted),
    teams: [...teams.map(({ id, name }) => ({ id, name })), ...others.map((id) => ({ id, name: id }))],
  }
}

const typedAccess = ({ params }: RefusedForm): AccessValues => ({
  name: formField(params, 'name'),
  scopes: params.all('scope'),
  clients: formField(params, 'clients'),
  teams: params.all('team'),
  trustMfa: formField(params, 'trust_mfa') === 'yes',
})

const accessOf = ({ name, trust }: TrustedIssuerRecord): AccessValues => ({
  name,
  scopes: trust.resources.flatMap(({ identifier, scope }) => scope.map((scopeName) => `${identifier} ${scopeName}`)),
  clients: trust.clients.join(' '),
  teams: trust.teams,
  trustMfa: trust.trustMfa,
})

async function showNew(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  if (!may(request.roles, 'own')) throw new OperationRefused('forbidden')
  const typed = (name: string) => formField(refused?.params, name)
  const empty = { name: '', scopes: [], clients: '', teams: [], trustMfa: false }
  const values = {
    ...(refused ? typedAccess(refused) : empty),
    ...{ issuer: typed('issuer'), tenant: typed('tenant'), jwksUri: typed('jwks_uri') },
  }
  const frame = organizationFrame(request, refused?.problems)
  return page(
    <NewIssuerPage frame={frame} values={values} choices={await choicesFor(request, [])} />,
    formStatus(refused),
  )
}

async function showIssuer(request: OrganizationRequest, id: string, refused?: RefusedForm): Promise<Response> {
  const { deps, organization, roles } = request
  const issuer = await getTrustedIssuer(deps, { organizationId: organization.id, id })
  const isOwner = may(roles, 'own')
  const keys = isOwner
    ? askForKeys(deps, organization.id, { issuer: issuer.issuer, jwksUri: issuer.trust.jwksUri }).catch(() => null)
    : null
  return page(
    <IssuerPage
      frame={organizationFrame(request, refused?.problems)}
      issuer={{ ...issuer, active: issuer.state === 'active' }}
      keys={await keys}
      values={refused?.params.get('name') === undefined ? accessOf(issuer) : typedAccess(refused)}
      choices={await choicesFor(request, issuer.trust.teams)}
      isOwner={isOwner}
    />,
    formStatus(refused),
  )
}

export const agentsTab: Tab = {
  name: 'agents',
  show,
  pages: {
    '/agents/new': showNew,
    '/agents/:issuer': (request) => showIssuer(request, pathParameter(request.c, 'issuer')),
  },
  forms: agentForms(showOverview),
}
