import { mayOperate, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import { viewOrganization } from '../../flows/organizations/access.ts'
import { may } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { type OrganizationTab, organizationTabs } from '../../pages/organizations/layout.tsx'
import { type Entrance, operationOfTab } from '../organizations/request.ts'
import { openConsole, openConsoleToAct } from './request.ts'

/** With these roles an operator acts in an organization: those who may not change it see what a member sees. */
const rolesFor = (role: OperatorRole): string[] => (mayOperate(role, 'organizations:write') ? ['owner'] : ['member'])

/** The tabs that an operator may open. A deleted organization has none but its overview. */
export const consoleTabsFor = (role: OperatorRole, { disabledAt }: { disabledAt: Date | null }): OrganizationTab[] =>
  consoleEntrance.tabs.filter((tab) => tab === 'overview' || (!disabledAt && may(rolesFor(role), operationOfTab[tab])))

/** The pages of an organization for operators. A role that may not change organizations sees what a member sees. */
export const consoleEntrance: Entrance = {
  kind: 'console',
  route: '/admin/organizations/:organization',
  tabs: ['overview', ...organizationTabs],
  pathOf: ({ id }) => `/admin/organizations/${id}`,
  tabPath: (tab) => (tab === 'overview' ? '' : `/${tab}`),
  async open(context, c, tab, form) {
    const { deps } = context
    const { actor, role, frame } = form
      ? await openConsoleToAct(context, c, 'organizations:write')
      : await openConsole(context, c, 'organizations:read')
    const view = await viewOrganization(deps, actor, pathParameter(c, 'organization'))
    const roles = rolesFor(role)
    if (!may(roles, operationOfTab[tab])) throw new OperationRefused('not-found')
    const { languages } = context.visitor(c)
    return { ...view, roles, context, deps, c, entrance: consoleEntrance, actor, frame, languages }
  },
}
