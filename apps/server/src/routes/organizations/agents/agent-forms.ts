import { type AssertionTest, testAssertion } from '../../../flows/agents/test-assertion.ts'
import {
  changeTrust,
  disableIssuer,
  enableIssuer,
  endAllOfIssuer,
  removeIssuer,
  trustIssuer,
} from '../../../flows/agents/trusted-issuers.ts'
import { seeOther } from '../../../http/responses.ts'
import type { OrganizationRequest } from '../request.ts'
import { actingOwner, namedConnection as namedIssuer, ownerForm } from '../sso/connection-forms.ts'
import { type FormRequest, field, type OrganizationForm } from '../tab.ts'

const access = (request: FormRequest) => ({
  name: field(request, 'name'),
  scopes: request.params.all('scope'),
  clients: field(request, 'clients'),
  teams: request.params.all('team'),
  trustMfa: field(request, 'trust_mfa') === 'yes',
})

const pageOf = (request: FormRequest, id = field(request, 'id')): string =>
  `${request.pages.pathOf(request.organization)}/agents/${encodeURIComponent(id)}`

const newForm = ownerForm({
  path: '/agents/new',
  async submit(request) {
    const { deps, organization, context } = request
    const input = {
      ...access(request),
      ...{ issuer: field(request, 'issuer'), tenant: field(request, 'tenant'), jwksUri: field(request, 'jwks_uri') },
    }
    const { id } = await trustIssuer(deps, actingOwner(request), organization.id, input)
    return seeOther(`${context.base}${pageOf(request, id)}`)
  },
})

const accessForm = ownerForm({
  path: '/agents/access',
  async submit(request) {
    const typed = field(request, 'version')
    const version = /^\d{1,9}$/.test(typed) ? { version: Number(typed) } : {}
    await changeTrust(request.deps, actingOwner(request), namedIssuer(request), { ...access(request), ...version })
    return ['settings-saved']
  },
  next: pageOf,
})

type IssuerAct = (
  ...of: [deps: FormRequest['deps'], actor: ReturnType<typeof actingOwner>, named: ReturnType<typeof namedIssuer>]
) => Promise<unknown>

const actForm = (path: string, act: IssuerAct, next?: OrganizationForm['next']) =>
  ownerForm({
    path: `/agents/${path}`,
    async submit(request) {
      await act(request.deps, actingOwner(request), namedIssuer(request))
      return ['settings-saved']
    },
    ...(next ? { next } : {}),
  })

type ShowTest = (request: OrganizationRequest, shown: { test: AssertionTest }) => Promise<Response>

/** What owners do on the pages of the issuers that they trust. `showTest`: the page with what came of an assertion. */
export const agentForms = (showTest: ShowTest): readonly OrganizationForm[] => [
  newForm,
  accessForm,
  actForm('disable', disableIssuer, (request) => pageOf(request)),
  actForm('enable', enableIssuer, (request) => pageOf(request)),
  actForm('end-all', endAllOfIssuer, (request) => pageOf(request)),
  actForm('remove', removeIssuer),
  ownerForm({
    path: '/agents/test',
    async submit(request) {
      const { deps, organization } = request
      const test = await testAssertion(deps, actingOwner(request), organization.id, field(request, 'assertion'))
      return showTest(request, { test })
    },
  }),
]
