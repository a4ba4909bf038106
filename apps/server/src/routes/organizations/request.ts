import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { type OrganizationView, viewOrganization } from '../../flows/organizations/access.ts'
import { may, mayGive, type Operation, type Role, roleNames } from '../../flows/organizations/rules.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { satisfies } from '../../oidc/acr.ts'
import { type OrganizationFrame, type OrganizationTab, organizationTabs } from '../../pages/organizations/layout.tsx'
import { accountFrame } from '../account/frame.ts'
import { problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn, requireSignedIn } from '../signed-in.ts'

/** The permission that each tab requires. A tab that a member may not open is not shown to them. */
const operationOfTab: Record<OrganizationTab, Operation> = {
  members: 'see',
  teams: 'see',
  invitations: 'manage-members',
  requests: 'manage-members',
  domains: 'manage-domains',
  theme: 'own',
  settings: 'manage-settings',
  audit: 'see-audit',
}

/** A member's request to a tab of their organization that they may open. */
export interface OrganizationRequest extends OrganizationView {
  context: PageContext
  deps: Deps
  c: Context
  signedIn: SignedIn
  actor: Actor & { kind: 'user' }
}

/** The path of a tab, relative to the path of its organization. */
export const tabPath = (tab: OrganizationTab): string => (tab === 'members' ? '' : `/${tab}`)

/** Opens a tab for a member who is signed in as the organization requires. */
export async function openTab(
  context: PageContext,
  c: Context,
  tab: OrganizationTab,
  recent = false,
): Promise<OrganizationRequest> {
  const { deps } = context
  const slug = pathParameter(c, 'organization')
  const back = `/organizations/${slug}${tabPath(tab)}`
  const signedIn = await requireSignedIn(context, c, recent ? { back, change: 'ownership' } : { back })
  const actor = { kind: 'user', id: signedIn.person.id, network: context.visitor(c).network } as const
  const view = await viewOrganization(deps, actor, slug, operationOfTab[tab])
  if (view.organization.requirePasskey && !satisfies(signedIn.session.acr, 'phr'))
    return redirectToSignIn(context, c, { back, person: signedIn.person, acr: 'phr' })
  return { ...view, context, deps, c, signedIn, actor }
}

/** The URL path of a tab of this organization. */
export const tabAddress = ({ context, organization }: OrganizationRequest, tab: OrganizationTab): string =>
  `${context.base}/organizations/${organization.slug}${tabPath(tab)}`

export function organizationFrame(
  { context, c, signedIn, organization, roles }: OrganizationRequest,
  problems: Record<string, Problem> = {},
): OrganizationFrame {
  const frame = accountFrame(context, c, signedIn)
  const { themes } = context.deps.config
  return {
    ...frame,
    organization,
    tabs: organizationTabs.filter(
      (tab) => may(roles, operationOfTab[tab]) && (tab !== 'theme' || themes.organization.length > 0),
    ),
    problems: problemTexts(frame, problems),
  }
}

/** The roles that this member may give, the lowest first. */
export const rolesToGive = ({ roles }: OrganizationRequest): Role[] =>
  roleNames.filter((role) => mayGive(roles, [], [role])).reverse()

/** The member's languages, for mails to people whose own languages are unknown. */
export const languagesOf = ({ context, c, signedIn: { person } }: OrganizationRequest): string[] => [
  ...(person.locale ? [person.locale] : []),
  ...context.visitor(c).languages,
]
