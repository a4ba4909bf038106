import { Hono } from 'hono'
import type { PageContext } from '../page-context.ts'
import { agentsTab } from './agents/agents.tsx'
import { apiKeysTab } from './api-keys.tsx'
import { applicationsTab } from './applications/applications.tsx'
import { auditRoutesAt } from './audit.tsx'
import { directoryTab } from './directory/directory.tsx'
import { domainsTab } from './domains.tsx'
import { memberFieldRoutesAt } from './fields/member-fields.tsx'
import { invitationsTab } from './invitations.tsx'
import { inviteRoutesAt } from './invite.tsx'
import { joinRequestsTab } from './join-requests.tsx'
import { membersTab } from './members.tsx'
import type { OrganizationPages } from './request.ts'
import { rolesTab } from './roles/roles.tsx'
import { settingsTab } from './settings.tsx'
import { ssoTab } from './sso/sso.tsx'
import { submitForm } from './submit.tsx'
import type { Tab } from './tab.ts'
import { teamsTab } from './teams.tsx'
import { termsTab } from './terms.tsx'

const tabs = [
  membersTab,
  teamsTab,
  rolesTab,
  invitationsTab,
  joinRequestsTab,
  domainsTab,
  termsTab,
  applicationsTab,
  apiKeysTab,
  settingsTab,
]

/** The pages of an organization that both entrances have. */
export function tabRoutesAt(pages: OrganizationPages, context: PageContext): Hono {
  const app = new Hono()
    .route('/', inviteRoutesAt(pages, context))
    .route('/', auditRoutesAt(pages, context))
    .route('/', memberFieldRoutesAt(pages, context))
  for (const tab of tabs) addTab(app, tab, pages, context)
  // Operators have pages of their own (routes/console/connections.tsx).
  const { sso, scim, enterpriseAuthorization } = context.deps.config
  if (pages.kind === 'organization' && sso) addTab(app, ssoTab, pages, context)
  if (pages.kind === 'organization' && scim) addTab(app, directoryTab, pages, context)
  if (pages.kind === 'organization' && enterpriseAuthorization) addTab(app, agentsTab, pages, context)
  return app
}

/** A GET for each page of a tab, and a POST for each of its forms that belongs to these pages. */
function addTab(app: Hono, tab: Tab, pages: OrganizationPages, context: PageContext): void {
  app.get(`${pages.route}${pages.tabPath(tab.name)}`, async (c) => tab.show(await pages.open(context, c, tab.name)))
  for (const [path, show] of Object.entries(tab.pages ?? {}))
    app.get(`${pages.route}${path}`, async (c) => show(await pages.open(context, c, tab.name)))
  for (const form of tab.forms)
    if (!form.only || form.only === pages.kind)
      app.post(`${pages.route}${form.path}`, (c) => submitForm(context, c, { pages, tab, form }))
}
