import { isAtLeast, type OperatorRole } from '../identity/operator-roles.ts'

export type { OperatorRole } from '../identity/operator-roles.ts'

/** The least role for everything that the console shows and does. */
const leastRoles = {
  'overview:read': 'viewer',
  'people:read': 'viewer',
  /** Whole addresses. A viewer sees them shortened, and whole ones by an act that is recorded. */
  'people:addresses': 'support',
  /** The addresses of one person, by an act that is recorded. */
  'people:show-addresses': 'viewer',
  'people:write': 'support',
  'people:delete': 'administrator',
  'accounts:know': 'support',
  'applications:read': 'viewer',
  'applications:write': 'administrator',
  'roles:read': 'viewer',
  'roles:write': 'administrator',
  'organizations:read': 'viewer',
  'organizations:write': 'support',
  'organizations:delete': 'administrator',
  'mail:read': 'viewer',
  'mail:write': 'support',
  'webhooks:read': 'viewer',
  'webhooks:write': 'administrator',
  'audit:read': 'viewer',
  'audit:export': 'support',
  'themes:read': 'viewer',
  'themes:write': 'administrator',
  'terms:read': 'viewer',
  'terms:write': 'administrator',
  'operators:read': 'viewer',
  'operators:write': 'administrator',
  'keys:read': 'viewer',
  'keys:write': 'administrator',
  'health:read': 'viewer',
  'preview:use': 'support',
  'impersonations:read': 'viewer',
  'impersonations:write': 'support',
} as const satisfies Record<string, OperatorRole>

export type OperatorPermission = keyof typeof leastRoles

export const mayOperate = (role: OperatorRole, permission: OperatorPermission): boolean =>
  isAtLeast(role, leastRoles[permission])
