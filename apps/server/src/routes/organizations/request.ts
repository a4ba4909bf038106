import type { Context } from 'hono'
import { acceptsDynamicClients } from '../../config/dynamic-clients.ts'
import { keyedResources } from '../../flows/api-keys/api-keys.ts'
import { isBypassed } from '../../flows/federation/bypass.ts'
import { actingSession } from '../../flows/identity/acting-sign-in.ts'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { type OrganizationView, viewOrganization } from '../../flows/organizations/access.ts'
import { may, mayGive, type Operation, type Role, roleNames } from '../../flows/organizations/rules.ts'
import { rulesOf } from '../../flows/organizations/sign-in-rules.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { seeOther } from '../../http/responses.ts'
import { type MissingRule, missingRule } from '../../oidc/organization-rules.ts'
import type { AccountFrame } from '../../pages/account/layout.tsx'
import type { ConsoleFrame } from '../../pages/console/layout.tsx'
import { type OrganizationFrame, type OrganizationTab, organizationTabs } from '../../pages/organizations/layout.tsx'
import { accountFrame } from '../account/request.ts'
import { problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn, requireProof, requireSignedIn, SignInRequired, type Submitted } from '../signed-in.ts'

/** The permission that each tab requires. A tab that a member may not open is not shown to them. */
export const operationOfTab: Record<OrganizationTab, Operation> = {
  overview: 'see',
  members: 'see',
  teams: 'see',
  roles: 'manage-members',
  invitations: 'manage-members',
  requests: 'manage-members',
  domains: 'manage-domains',
  terms: 'see',
  // A member sees what they connected.
  applications: 'see',
  keys: 'manage-members',
  // Admins look; only owners change it.
  sso: 'manage-settings',
  directory: 'manage-settings',
  agents: 'manage-settings',
  theme: 'own',
  settings: 'manage-settings',
  audit: 'see-audit',
}

/** A request to a tab of an organization, by someone who may open it: a member, or an operator in the console. */
export interface OrganizationRequest extends OrganizationView {
  context: PageContext
  deps: Deps
  c: Context
  pages: OrganizationPages
  actor: Actor & { kind: 'user' | 'operator' }
  /** The frame of their pages. */
  frame: AccountFrame | ConsoleFrame
  /** Their languages, for mails to people whose own languages are unknown. */
  languages: readonly string[]
}

/** What a form needs before it is submitted. `View` is what it may be decided by. */
export interface FormNeeds<View extends OrganizationView = OrganizationView> {
  /** A sign-in of the last minutes, with the passkey if there is one: for what is an owner's alone. */
  recent?: boolean | ((view: View) => boolean | Promise<boolean>)
  /** What it does, where that is more than to open its tab: a form of somebody who may not do it is not kept. */
  operation?: Operation
}

/** A form that was submitted. */
export interface SubmittedForm extends FormNeeds {
  submitted?: Submitted
}

/** The two ways to the tabs of an organization: its own pages, and the console. */
export interface OrganizationPages {
  kind: 'organization' | 'console'
  /** The route of every organization. */
  route: string
  tabs: readonly OrganizationTab[]
  /** The path of the pages of an organization, below the issuer. */
  pathOf(organization: { id: string; slug: string }): string
  /** The path of a tab below it. */
  tabPath(tab: OrganizationTab): string
  /** Opens a tab for whoever may see it. With `form`, for whoever may also submit it. */
  open(context: PageContext, c: Context, tab: OrganizationTab, form?: SubmittedForm): Promise<OrganizationRequest>
}

/** The tab that an owner may open although company sign-in does not work. */
const isSignInTab = (tab: string): boolean => tab === 'sso'

type RuledRequest = { back: string; signedIn: SignedIn; form: Submitted | undefined }

/** Whether the tab is open to an owner by another way in. Who may have that is led there. */
async function mayBypass(
  { signedIn }: RuledRequest,
  { deps, base }: PageContext,
  c: Context,
  { organization, roles }: OrganizationView,
): Promise<boolean> {
  if (!may(roles, 'own')) return false
  if (await isBypassed(deps, signedIn, organization.id)) return true
  if (signedIn.session.passkeyId === null || c.req.method !== 'GET') return false
  throw new SignInRequired(seeOther(`${base}/organizations/${organization.slug}/bypass`))
}

/** Has somebody sign in as the organization wants, or refuses them where they are. */
async function meetRule(
  context: PageContext,
  c: Context,
  request: RuledRequest,
  { organization, missing }: OrganizationView & { missing: MissingRule },
): Promise<void> {
  if (missing === 'network') throw new OperationRefused('forbidden', null, 'wrong-network')
  const wanted = missing === 'passkey' ? { acr: 'phr' } : { organization: organization.id }
  await redirectToSignIn(context, c, { ...request, ...wanted })
}

/** The pages of an organization for its members, who are signed in as it requires. */
export const memberPages: OrganizationPages = {
  kind: 'organization',
  route: '/organizations/:organization',
  tabs: organizationTabs,
  pathOf: ({ slug }) => `/organizations/${slug}`,
  tabPath: (tab) => (tab === 'members' ? '' : `/${tab}`),
  async open(context, c, tab, form) {
    const { deps } = context
    const slug = pathParameter(c, 'organization')
    const back = `/organizations/${slug}${memberPages.tabPath(tab)}`
    const signedIn = await requireSignedIn(context, c, { back, form: form?.submitted })
    const { person } = signedIn
    const visitor = context.visitor(c)
    const actor = { kind: 'user', id: person.id, network: visitor.network } as const
    const view = await viewOrganization(deps, actor, slug, operationOfTab[tab])
    const allowed = may(view.roles, form?.operation ?? operationOfTab[tab])
    const request = { back, signedIn, form: allowed ? form?.submitted : undefined }
    const missing = missingRule(rulesOf(view.organization), actingSession(signedIn.session, visitor))
    if (missing && !(isSignInTab(tab) && (await mayBypass(request, context, c, view))))
      await meetRule(context, c, request, { ...view, missing })
    const again =
      missing === null && view.organization.ssoPolicy === 'required' ? { organization: view.organization.id } : {}
    const recent = typeof form?.recent === 'function' ? await form.recent(view) : form?.recent
    if (recent) await requireProof(context, c, { ...request, ...again, change: 'ownership' })
    const languages = [...(person.locale ? [person.locale] : []), ...visitor.languages]
    const frame = accountFrame({ context, c, signedIn })
    return { ...view, context, deps, c, pages: memberPages, actor, frame, languages }
  },
}

/** The URL path of the pages of this organization. */
export const organizationAddress = ({ context, pages, organization }: OrganizationRequest): string =>
  `${context.base}${pages.pathOf(organization)}`

/** The URL path of a tab of this organization. */
export const tabAddress = (request: OrganizationRequest, tab: OrganizationTab): string =>
  `${organizationAddress(request)}${request.pages.tabPath(tab)}`

/** The tabs of what the operators have switched off. */
export const hiddenTabs = ({
  config,
  resources,
  permissions,
}: Pick<Deps, 'config' | 'resources' | 'permissions'>): OrganizationTab[] => [
  ...(permissions.declared.length > 0 ? [] : (['roles'] as const)),
  ...(config.sso ? [] : (['sso'] as const)),
  ...(config.scim ? [] : (['directory'] as const)),
  ...(config.enterpriseAuthorization ? [] : (['agents'] as const)),
  ...(config.themes.organization.length > 0 ? [] : (['theme'] as const)),
  ...(acceptsDynamicClients(config) || config.enterpriseAuthorization ? [] : (['applications'] as const)),
  ...(keyedResources({ resources }).length > 0 ? [] : (['keys'] as const)),
]

export function organizationFrame(
  request: OrganizationRequest,
  problems: Record<string, Problem> = {},
): OrganizationFrame {
  const { frame, pages, organization, roles, deps } = request
  const hidden = hiddenTabs(deps)
  return {
    ...frame,
    sections: 'sections' in frame ? frame.sections : null,
    organization,
    path: organizationAddress(request),
    tabs: pages.tabs
      .filter((name) => may(roles, operationOfTab[name]) && !hidden.includes(name))
      .filter((name) => name !== 'terms' || organization.termsVersion !== null || may(roles, 'manage-settings'))
      .map((name) => ({ name, href: tabAddress(request, name) })),
    problems: problemTexts(frame, problems),
  }
}

/** The roles that they may give, the lowest first. */
export const rolesToGive = ({ roles }: OrganizationRequest): Role[] =>
  roleNames.filter((role) => mayGive(roles, [], [role])).reverse()
