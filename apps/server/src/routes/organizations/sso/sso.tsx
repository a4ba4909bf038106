import { listConnectionDomains } from '../../../flows/federation/connection-domains.ts'
import { getConnection, listConnections } from '../../../flows/federation/connections.ts'
import { listSetupLinks, type SetupLinkView } from '../../../flows/federation/setup-links.ts'
import { membersWithoutIdentity } from '../../../flows/federation/sso-policy.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { page } from '../../../http/responses.ts'
import { isInUse, type Provider, providers } from '../../../oidc/federation/connection.ts'
import type { SsoPolicy } from '../../../oidc/organization-rules.ts'
import { SsoPage } from '../../../pages/organizations/sso/overview.tsx'
import { ChooseProviderPage, IssuerPage, ProviderFormPage } from '../../../pages/organizations/sso/provider-form.tsx'
import {
  addressesFor,
  addressesOf,
  newIssuer,
  providerChoices,
  typedProvider,
  valuesOfProvider,
} from '../../federation/provider-values.ts'
import { formStatus, problemText } from '../../forms.ts'
import { listPage } from '../../listing.ts'
import { type OrganizationRequest, organizationFrame, tabAddress } from '../request.ts'
import type { RefusedForm, Tab } from '../tab.ts'
import { showConnection } from './connection.tsx'
import { connectionForms } from './connection-forms.ts'
import { groupForms } from './group-forms.ts'
import { ruleForms } from './rule-forms.tsx'

/** The page that has the form which was refused: each of its paths begins with that of the page. */
async function show(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  const { path } = request.c.req
  if (refused && path.endsWith('/sso/new')) return showNew(request, refused)
  const id = refused && formField(refused.params, 'id')
  if (refused && path.endsWith('/sso/edit')) return showEdit(request, refused)
  if (id && !path.includes('/sso/links')) return showConnection(request, id, refused)
  return showOverview(request, refused)
}

async function showOverview(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  const { deps, organization, roles } = request
  const isOwner = may(roles, 'own')
  const [connections, { attached }] = await Promise.all([
    listConnections(deps, organization.id),
    listConnectionDomains(deps, organization.id),
  ])
  const typed = (name: string) => formField(refused?.params, name)
  const links = await listPage<SetupLinkView>(
    request.c,
    tabAddress(request, 'sso'),
    ({ id }) => id,
    (range) => (isOwner ? listSetupLinks(deps, organization.id, range) : Promise.resolve([])),
  )
  return page(
    <SsoPage
      frame={organizationFrame(request, refused?.problems)}
      connections={connections.map((connection) => ({
        ...connection,
        domains: attached.filter(({ connectionId }) => connectionId === connection.id).map(({ domain }) => domain),
        replaces: connections.find(({ id }) => id === connection.replacesId)?.name ?? null,
      }))}
      rules={{
        policy: organization.ssoPolicy as SsoPolicy,
        withoutIdentity: connections.length > 0 ? await membersWithoutIdentity(deps, organization.id) : 0,
        networks: typed('allowed_networks') || (organization.allowedNetworks ?? ''),
      }}
      links={{
        links,
        values: {
          email: typed('email'),
          approvedDomain: typed('approved_domain'),
          approvedIssuer: typed('approved_issuer'),
        },
      }}
      isOwner={isOwner}
    />,
    formStatus(refused),
  )
}

/** Only owners say whom the organization trusts. */
const requireOwner = ({ roles }: OrganizationRequest): void => {
  if (!may(roles, 'own')) throw new OperationRefused('forbidden')
}

const knownProvider = (text: string): Provider | undefined => providers.find((name) => name === text)

async function showNew(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  requireOwner(request)
  const frame = organizationFrame(request, refused?.problems)
  const params = refused?.params ?? queryParams(request.c.req.raw)
  const provider = knownProvider(formField(params, 'provider'))
  if (!provider) return page(<ChooseProviderPage frame={frame} />, formStatus(refused))
  const { methods, fixedIssuer } = providerChoices(provider)
  const { issuer, problem } = newIssuer(request.deps, provider, params)
  if (issuer === null && !refused) {
    const typed = { issuer: typedProvider(params).issuer, problem: problemText(frame, problem) }
    return page(<IssuerPage frame={frame} provider={provider} {...typed} />, formStatus(problem))
  }
  const name = frame.words.sso.providers[provider]
  const empty = { name, issuer: issuer ?? '', clientId: '', authMethod: methods[0] ?? '' }
  return page(
    <ProviderFormPage
      frame={frame}
      provider={provider}
      connection={null}
      values={refused ? typedProvider(refused.params) : empty}
      methods={methods}
      fixedIssuer={fixedIssuer}
      addresses={addressesFor(request.deps, { organizationId: request.organization.id, issuer })}
    />,
    formStatus(refused),
  )
}

async function showEdit(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  requireOwner(request)
  const { deps, organization, c } = request
  const id = refused ? formField(refused.params, 'id') : pathParameter(c, 'connection')
  const connection = await getConnection(deps, { organizationId: organization.id, id })
  return page(
    <ProviderFormPage
      frame={organizationFrame(request, refused?.problems)}
      provider={connection.provider}
      connection={{ ...connection, inUse: isInUse(connection.state) }}
      values={refused ? typedProvider(refused.params) : valuesOfProvider(connection)}
      {...providerChoices(connection.provider)}
      addresses={addressesOf(deps, connection)}
    />,
    formStatus(refused),
  )
}

export const ssoTab: Tab = {
  name: 'sso',
  show,
  pages: {
    '/sso/new': showNew,
    '/sso/:connection': (request) => showConnection(request, pathParameter(request.c, 'connection')),
    '/sso/:connection/edit': showEdit,
  },
  forms: [...connectionForms, ...groupForms, ...ruleForms],
}
