import { acceptsDynamicClients } from '../../config/dynamic-clients.ts'
import type { Config } from '../../config/settings.ts'
import { mayOperate, type OperatorPermission, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import type { SectionName } from '../../pages/console/layout.tsx'

interface Section {
  name: SectionName
  path: string
  permission: OperatorPermission
}

/** The navigation of the console, in its order. */
const sections: readonly Section[] = [
  { name: 'overview', path: '/admin', permission: 'overview:read' },
  { name: 'people', path: '/admin/people', permission: 'people:read' },
  { name: 'why', path: '/admin/why', permission: 'people:read' },
  { name: 'organizations', path: '/admin/organizations', permission: 'organizations:read' },
  { name: 'applications', path: '/admin/applications', permission: 'applications:read' },
  { name: 'resources', path: '/admin/resources', permission: 'applications:read' },
  { name: 'connecting', path: '/admin/connecting', permission: 'applications:read' },
  { name: 'mail', path: '/admin/mail', permission: 'mail:read' },
  { name: 'webhooks', path: '/admin/webhooks', permission: 'webhooks:read' },
  { name: 'audit', path: '/admin/audit', permission: 'audit:read' },
  { name: 'themes', path: '/admin/themes', permission: 'themes:read' },
  { name: 'terms', path: '/admin/terms', permission: 'terms:read' },
  { name: 'operators', path: '/admin/operators', permission: 'operators:read' },
  { name: 'confirmations', path: '/admin/confirmations', permission: 'operators:read' },
  { name: 'keys', path: '/admin/keys', permission: 'keys:read' },
  { name: 'health', path: '/admin/health', permission: 'health:read' },
  { name: 'preview', path: '/admin/preview', permission: 'preview:use' },
  { name: 'impersonations', path: '/admin/impersonations', permission: 'impersonations:read' },
]

type SectionConfig = Pick<Config, 'fourEyes' | 'impersonation' | 'dynamicClients' | 'registration'>

const isThere = (name: SectionName, config: SectionConfig): boolean => {
  if (name === 'impersonations') return config.impersonation !== 'off'
  if (name === 'confirmations') return config.fourEyes
  return name !== 'connecting' || acceptsDynamicClients(config)
}

export const sectionsFor = (role: OperatorRole, config: SectionConfig): readonly Section[] =>
  sections.filter(({ name, permission }) => mayOperate(role, permission) && isThere(name, config))
