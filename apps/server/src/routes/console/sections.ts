import { acceptsDynamicClients } from '../../config/dynamic-clients.ts'
import { keyedResources } from '../../flows/api-keys/api-keys.ts'
import { hasFederation } from '../../flows/federation/upstream/upstream-client.ts'
import { mayOperate, type OperatorPermission, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { ConsoleFrame, ConsoleSection, SectionName } from '../../pages/console/layout.tsx'

interface Section extends ConsoleSection {
  permission: OperatorPermission
}

type Row = [Section['name'], Section['icon'], Section['path'], Section['permission']]

/** The navigation of the console, in its order. */
const rows: Readonly<Record<Section['group'], readonly Row[]>> = {
  overview: [['overview', 'home', '/admin', 'overview:read']],
  people: [
    ['people', 'people', '/admin/people', 'people:read'],
    ['organizations', 'organization', '/admin/organizations', 'organizations:read'],
    ['connections', 'shield', '/admin/connections', 'organizations:read'],
    ['fields', 'menu', '/admin/fields', 'applications:read'],
    ['why', 'help', '/admin/why', 'people:read'],
    ['impersonations', 'impersonation', '/admin/impersonations', 'impersonations:read'],
  ],
  applications: [
    ['applications', 'application', '/admin/applications', 'applications:read'],
    ['resources', 'api', '/admin/resources', 'applications:read'],
    ['permissions', 'check', '/admin/permissions', 'roles:read'],
    ['roles', 'shield', '/admin/roles', 'roles:read'],
    ['apiKeys', 'key', '/admin/api-keys', 'people:read'],
    ['connecting', 'agent', '/admin/connecting', 'applications:read'],
  ],
  look: [
    ['themes', 'theme', '/admin/themes', 'themes:read'],
    ['terms', 'terms', '/admin/terms', 'terms:read'],
    ['preview', 'preview', '/admin/preview', 'preview:use'],
  ],
  server: [
    ['mail', 'mail', '/admin/mail', 'mail:read'],
    ['webhooks', 'webhook', '/admin/webhooks', 'webhooks:read'],
    ['audit', 'activity', '/admin/audit', 'audit:read'],
    ['keys', 'key', '/admin/keys', 'keys:read'],
    ['health', 'health', '/admin/health', 'health:read'],
    ['operators', 'operator', '/admin/operators', 'operators:read'],
    ['confirmations', 'shield', '/admin/confirmations', 'operators:read'],
  ],
}

const sections: readonly Section[] = Object.entries(rows).flatMap(([group, entries]) =>
  entries.map(([name, icon, path, permission]) => ({ group: group as Section['group'], name, icon, path, permission })),
)

type SectionDeps = Pick<Deps, 'config' | 'resources'>

const isThere = (name: SectionName, { config, resources }: SectionDeps): boolean => {
  if (name === 'apiKeys') return keyedResources({ resources }).length > 0
  if (name === 'connections') return hasFederation(config) || config.scim
  if (name === 'impersonations') return config.impersonation !== 'off'
  if (name === 'confirmations') return config.fourEyes
  return name !== 'connecting' || acceptsDynamicClients(config)
}

export const sectionsFor = (role: OperatorRole, deps: SectionDeps): readonly Section[] =>
  sections.filter(({ name, permission }) => mayOperate(role, permission) && isThere(name, deps))

/** The section that a path of the console belongs to. All begin with that of the overview, which is one page. */
export const sectionAt = ({ sections, base }: ConsoleFrame, path: string): SectionName | null =>
  sections.find(({ name, path: top }) => name !== 'overview' && `${path}/`.startsWith(`${base}${top}/`))?.name ?? null
